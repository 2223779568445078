package io.whorl.runs;

/** Bounds the bytes of text that wait to be fingerprinted. A text above the bound waits until no other is left. */
final class ByteBudget {
    private final long most;
    private long now;

    ByteBudget(long most) {
        this.most = most;
    }

    synchronized void enter(long bytes) throws InterruptedException {
        while (now > 0 && now + bytes > most) {
            wait();
        }
        now += bytes;
    }

    synchronized void leave(long bytes) {
        now -= bytes;
        notifyAll();
    }

    synchronized void awaitEmpty() throws InterruptedException {
        while (now > 0) {
            wait();
        }
    }
}
