package io.whorl.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the users of something, and runs an action when the last of them has let go. After that it cannot be taken
 * again, so no user loses it while using it. Thread-safe.
 */
public final class ReferenceCount {
    private final Runnable last;
    /** 0: let go for good. */
    private final AtomicInteger users = new AtomicInteger(1);

    /** Held once, by the caller. */
    public ReferenceCount(Runnable last) {
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

    /** Whether it has a user. */
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

    /** Lets go for all its users, if it has any: for use when none of them can be reached any more. */
    public void releaseAll() {
        if (users.getAndSet(0) > 0) {
            last.run();
        }
    }
}
