package io.whorl.live;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts who uses something and does what is to be done when the last has let go. Once that has happened nobody gets hold
 * of it again, so it cannot be pulled away from under anybody. Thread-safe.
 */
final class Hold {
    private final Runnable last;
    /** 0: let go for good. */
    private final AtomicInteger users = new AtomicInteger(1);

    /** Held once, by whoever makes it. */
    Hold(Runnable last) {
        this.last = last;
    }

    /** Takes hold; false if it is too late. */
    boolean take() {
        int now = users.get();
        while (now > 0 && !users.compareAndSet(now, now + 1)) {
            now = users.get();
        }
        return now > 0;
    }

    /** Lets go, once for each time it was taken. */
    void release() {
        if (users.decrementAndGet() == 0) {
            last.run();
        }
    }

    /** Lets go for all who hold it, if anybody does: when none of them can be reached any more. */
    void releaseAll() {
        if (users.getAndSet(0) > 0) {
            last.run();
        }
    }
}
