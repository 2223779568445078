package io.whorl.crash;

import java.util.ArrayList;
import java.util.List;

/** A file or a directory, independent of its names: its forced content, and the later changes in order. */
abstract class Node {
    abstract List<? extends Change> changes();

    /** Makes the first changes part of the safe content. */
    abstract void settle(int count);

    final void force() {
        changes().forEach(Change::force);
        int settled = 0;
        while (settled < changes().size() && changes().get(settled).forced()) {
            settled++;
        }
        settle(settled);
    }

    final void forceFailed() {
        changes().forEach(Change::forceFailed);
    }

    /** The positions among the disk's changes of those that a power loss may undo. */
    final List<Long> atRisk() {
        List<Long> sequences = new ArrayList<>();
        for (Change c : changes()) {
            if (!c.forced()) {
                sequences.add(c.sequence);
            }
        }
        return sequences;
    }
}
