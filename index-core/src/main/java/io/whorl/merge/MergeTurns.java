package io.whorl.merge;

import io.whorl.assembly.ListPool;
import io.whorl.concurrent.Sequencer;
import java.io.IOException;
import java.util.concurrent.CancellationException;

/**
 * Lets the threads of a merge hand in their lists in the order of the slices, so that the bytes do not depend on them.
 */
final class MergeTurns {
    private final Sequencer turns = new Sequencer();
    private final ListPool pool;
    /** How often the pool has forgotten its lists. */
    private volatile int forgets;

    MergeTurns(ListPool pool) {
        this.pool = pool;
    }

    int forgets() {
        return forgets;
    }

    /** Waits for the turn of a slice. */
    void await(int slice) {
        try {
            turns.await(slice);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException)
                    new CancellationException("interrupted while waiting for an earlier slice").initCause(e);
        }
    }

    /** Starts a partition of the pool. Only in turn. */
    void startPartition() throws IOException {
        if (pool.startPartition()) {
            forgets++;
        }
    }

    /** The pool of lists. Lists are placed only in turn. */
    ListPool pool() {
        return pool;
    }

    void done(int slice) {
        turns.done(slice);
    }

    void failed(int slice) {
        turns.failed(slice);
    }
}
