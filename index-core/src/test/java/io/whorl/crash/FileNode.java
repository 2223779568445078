package io.whorl.crash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The bytes of a file. */
final class FileNode extends Node {
    private byte[] safe;
    private final List<ByteChange> changes = new ArrayList<>();

    /** @param safe its forced bytes; empty for a new file */
    FileNode(byte[] safe) {
        this.safe = safe;
    }

    @Override
    List<ByteChange> changes() {
        return changes;
    }

    void add(ByteChange change) {
        changes.add(change);
    }

    /** Replaces all changes by one, for a file that is written without the file system. */
    void setOnly(ByteChange change) {
        changes.clear();
        changes.add(change);
    }

    @Override
    void settle(int count) {
        List<ByteChange> settled = changes.subList(0, count);
        safe = content(settled, Survival.ALL);
        settled.clear();
    }

    /** What a power loss leaves of the file. */
    byte[] content(Survival survival) {
        return content(changes, survival);
    }

    private byte[] content(List<ByteChange> some, Survival survival) {
        int length = safe.length;
        int longest = length;
        // The possible lengths: as last forced, and as after each change since.
        List<ByteChange> since = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>(List.of(length));
        for (ByteChange c : some) {
            length = c.lengthAfter(length);
            longest = Math.max(longest, length);
            if (c.forced()) {
                since.clear();
                lengths.clear();
            } else {
                since.add(c);
            }
            lengths.add(length);
        }
        byte[] content = Arrays.copyOf(safe, longest);
        for (ByteChange c : some) {
            c.apply(content, c.forced() ? place -> true : survival.arrived(c));
        }
        return Arrays.copyOf(content, lengths.get(survival.lengthsArrived(since)));
    }
}
