package io.whorl.build;

/** Lets work that was done on many threads be handed in one after another, in the order of its numbers. */
final class Turns {
    private int turn;
    private boolean broken;

    /** Waits until every smaller number is done. */
    synchronized void await(int number) throws InterruptedException {
        while (turn != number && !broken) {
            wait();
        }
        if (broken) {
            throw new IllegalStateException("another part of the work failed");
        }
    }

    synchronized void done(int number) {
        turn = number + 1;
        notifyAll();
    }

    /** Wakes everyone who waits for a turn that will not come. */
    synchronized void breakOff() {
        broken = true;
        notifyAll();
    }
}
