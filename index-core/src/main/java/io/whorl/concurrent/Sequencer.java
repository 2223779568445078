package io.whorl.concurrent;

import java.util.concurrent.CancellationException;

/** Lets threads that work in parallel hand in their results in the order of the task numbers. */
public final class Sequencer {
    private int turn;
    private int broken = Integer.MAX_VALUE;

    /**
     * Waits until every smaller number is done.
     *
     * @throws CancellationException if a smaller number failed
     */
    public synchronized void await(int number) throws InterruptedException {
        while (turn != number && number < broken) {
            wait();
        }
        check(number);
    }

    /**
     * Checks before some work whether it can be handed in.
     *
     * @throws CancellationException if a smaller number failed
     */
    public synchronized void check(int number) {
        if (number > broken) {
            throw new CancellationException("an earlier part of the work failed");
        }
    }

    public synchronized void done(int number) {
        turn = number + 1;
        notifyAll();
    }

    /** Marks this number as failed, so that later numbers stop waiting. */
    public synchronized void failed(int number) {
        broken = Math.min(broken, number);
        notifyAll();
    }
}
