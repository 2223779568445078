package io.whorl.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The names in a directory. */
final class DirectoryNode extends Node {
    private final Map<String, Node> safe = new TreeMap<>();
    private final Map<String, Node> now = new TreeMap<>();
    private final List<NameChange> changes = new ArrayList<>();

    @Override
    List<NameChange> changes() {
        return changes;
    }

    /** Names that existed at the start, which are safe. */
    void addSafe(String name, Node node) {
        safe.put(name, node);
        now.put(name, node);
    }

    void add(NameChange change) {
        changes.add(change);
        change.apply(this, now);
    }

    @Override
    void settle(int count) {
        List<NameChange> settled = changes.subList(0, count);
        settled.forEach(c -> c.apply(this, safe));
        settled.clear();
    }

    /** The names that every process sees. */
    Map<String, Node> now() {
        return now;
    }

    /** The names that a power loss leaves. */
    Map<String, Node> names(Survival survival) {
        Map<String, Node> names = new TreeMap<>(safe);
        for (NameChange c : changes) {
            if (c.forced() || survival.kept(c)) {
                c.apply(this, names);
            }
        }
        return names;
    }
}
