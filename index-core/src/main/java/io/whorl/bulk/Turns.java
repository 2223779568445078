package io.whorl.bulk;

import java.util.concurrent.CancellationException;

/** Lets work that was done on many threads be handed in one after another, in the order of its numbers. */
final class Turns {
    private int turn;
    private int broken = Integer.MAX_VALUE;

    /**
     * Waits until every smaller number is done.
     *
     * @throws CancellationException if one of them failed, so that the turn will not come
     */
    synchronized void await(int number) throws InterruptedException {
        while (turn != number && number < broken) {
            wait();
        }
        if (number > broken) {
            throw new CancellationException("an earlier part of the work failed");
        }
    }

    synchronized void done(int number) {
        turn = number + 1;
        notifyAll();
    }

    /** Says that this number failed. */
    synchronized void failed(int number) {
        broken = Math.min(broken, number);
        notifyAll();
    }
}
