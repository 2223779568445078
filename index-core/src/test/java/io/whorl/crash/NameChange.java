package io.whorl.crash;

import java.util.Map;

/** A change of the names in one directory, or in two: a rename between directories is one change of both. */
final class NameChange extends Change {
    /** The effect on the names of one directory. */
    interface Edit {
        void apply(DirectoryNode directory, Map<String, Node> names);
    }

    private final Edit edit;

    NameChange(long sequence, Edit edit) {
        super(sequence);
        this.edit = edit;
    }

    static Edit create(String name, Node node) {
        return (directory, names) -> names.put(name, node);
    }

    static Edit delete(String name) {
        return (directory, names) -> names.remove(name);
    }

    /**
     * The node has the new name and no other, in any directory, even if an earlier rename was lost: a rename is atomic.
     */
    static Edit rename(DirectoryNode to, String name, Node node) {
        return (directory, names) -> {
            names.values().removeIf(n -> n == node);
            if (directory == to) {
                names.put(name, node);
            }
        };
    }

    void apply(DirectoryNode directory, Map<String, Node> names) {
        edit.apply(directory, names);
    }
}
