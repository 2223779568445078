package io.whorl.merge;

import io.whorl.assembly.ListPool;
import io.whorl.concurrent.Sequencer;
import java.io.IOException;
import java.util.concurrent.CancellationException;

/**
 * Deals the slices of a merge to its threads, and lets them hand in their lists in the order of the slices, so that the
 * bytes do not depend on the threads. Thread-safe.
 */
final class MergeTurns {
    private final Sequencer turns = new Sequencer();
    private final ListPool pool;
    /** How often the pool has forgotten its lists. */
    private volatile int forgets;

    private int next;
    private boolean failed;

    MergeTurns(ListPool pool) {
        this.pool = pool;
    }

    /**
     * Draws the next slice, in ascending order. Its thread must end it by {@link #done} or {@link #failed}, because the
     * threads of later slices wait for it.
     *
     * @param end the slice after the last that may be drawn
     * @return the slice; -1 if there is none, or if a slice has failed
     */
    synchronized int draw(int end) {
        return failed || next >= end ? -1 : next++;
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

    /**
     * Ends a slice that failed, and so the merge: the threads of later slices stop.
     *
     * @return whether it is the first; the others may have failed because of it
     */
    synchronized boolean failed(int slice) {
        boolean isFirst = !failed;
        failed = true;
        turns.failed(slice);
        return isFirst;
    }
}
