package io.whorl.concurrent;

import java.util.concurrent.CancellationException;

/** Lets work that was done on many threads be handed in one after another, in the order of its numbers. */
public final class Sequencer {
    private int turn;
    private int broken = Integer.MAX_VALUE;

    /**
     * Waits until every smaller number is done.
     *
     * @throws CancellationException if one of them failed, so that the turn will not come
     */
    public synchronized void await(int number) throws InterruptedException {
        while (turn != number && number < broken) {
            wait();
        }
        if (number > broken) {
            throw new CancellationException("an earlier part of the work failed");
        }
    }

    public synchronized void done(int number) {
        turn = number + 1;
        notifyAll();
    }

    /** Says that this number failed. */
    public synchronized void failed(int number) {
        broken = Math.min(broken, number);
        notifyAll();
    }
}
