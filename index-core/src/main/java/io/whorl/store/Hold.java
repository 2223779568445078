package io.whorl.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the users of something, and runs an action when the last of them has let go. After that nobody can take hold of it
 * again, so it is never pulled away from under a user. Thread-safe.
 */
public final class Hold {
    private final Runnable last;
    /** 0: let go for good. */
    private final AtomicInteger users = new AtomicInteger(1);

    /** Held once, by the caller. */
    public Hold(Runnable last) {
        this.last = last;
    }

    /** Takes hold; false if it is too late. */
    public boolean take() {
        int now = users.get();
        while (now > 0 && !users.compareAndSet(now, now + 1)) {
            now = users.get();
        }
        return now > 0;
    }

    /** Whether anybody holds it. */
    public boolean isTaken() {
        return users.get() > 0;
    }

    /** Lets go, once for each time it was taken. */
    public void release() {
        int left = users.decrementAndGet();
        if (left == 0) {
            last.run();
        } else if (left < 0) {
            users.set(0);
            throw new IllegalStateException("it was let go more often than it was taken");
        }
    }

    /** Lets go for all who hold it, if anybody does: when none of them can be reached any more. */
    public void releaseAll() {
        if (users.getAndSet(0) > 0) {
            last.run();
        }
    }
}
