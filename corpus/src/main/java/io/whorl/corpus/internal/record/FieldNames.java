package io.whorl.corpus.internal.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Collects the field names of a record for a message: the first few, each shortened. Not thread-safe. */
final class FieldNames {
    private static final int MAX_NAMES = 12;
    private static final int MAX_LENGTH = 40;

    private final List<String> first = new ArrayList<>();
    private int count;

    static FieldNames of(Collection<String> names) {
        FieldNames all = new FieldNames();
        names.forEach(all::add);
        return all;
    }

    void add(String name) {
        count++;
        if (first.size() < MAX_NAMES) {
            first.add(name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH) + "...");
        }
    }

    /** Returns, for example, {@code no string in the field "body"; it has: id, text}. */
    String without(String wanted) {
        String names = first.isEmpty() ? "no field" : String.join(", ", first);
        String more = count > first.size() ? " and " + (count - first.size()) + " more" : "";
        return "no string in the field \"" + wanted + "\"; it has: " + names + more;
    }
}
