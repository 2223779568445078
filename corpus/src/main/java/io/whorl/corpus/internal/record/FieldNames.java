package io.whorl.corpus.internal.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Names of a record's fields for a message: the first few, each cut short. One thread. */
final class FieldNames {
    private static final int MOST = 12;
    private static final int LONGEST = 40;

    private final List<String> first = new ArrayList<>();
    private int count;

    static FieldNames of(Collection<String> names) {
        FieldNames all = new FieldNames();
        names.forEach(all::add);
        return all;
    }

    void add(String name) {
        count++;
        if (first.size() < MOST) {
            first.add(name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "...");
        }
    }

    /** Such as {@code no string in the field "body"; it has: id, text}. */
    String without(String wanted) {
        String names = first.isEmpty() ? "no field" : String.join(", ", first);
        String more = count > first.size() ? " and " + (count - first.size()) + " more" : "";
        return "no string in the field \"" + wanted + "\"; it has: " + names + more;
    }
}
