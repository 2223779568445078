package io.whorl.crash;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A file's bytes. */
final class FileNode extends Node {
    private byte[] safe;
    private final List<ByteChange> changes = new ArrayList<>();

    /** @param safe its bytes as they were forced; none for a file just made */
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

    /** Puts one change in the place of all, for a file whose writing is not seen. */
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

    /** What a power loss leaves of it. */
    byte[] content(Survival survival) {
        return content(changes, survival);
    }

    private byte[] content(List<ByteChange> some, Survival survival) {
        int length = safe.length;
        int longest = length;
        // Lengths that the file may be found with: as last forced, and as after each change since.
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
