package io.whorl.crash;

import java.util.ArrayList;
import java.util.List;

/** A file or a directory, whatever its names: what was forced of it, and the changes since, in order. */
abstract class Node {
    abstract List<? extends Change> changes();

    /** Makes the first changes part of what is safe, and forgets them. */
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

    /** The places in the disk's order of the changes that a power loss may undo. */
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
