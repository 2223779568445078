package io.whorl.store;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the references to a resource, and runs an action when the last one is released. After that, no reference can
 * be added, so no user loses the resource while using it. Thread-safe.
 */
public final class ReferenceCount {
    private final Runnable last;
    /** The number of references; 0 after the last release. */
    private final AtomicInteger users = new AtomicInteger(1);

    /** Starts with one reference, which belongs to the caller. */
    public ReferenceCount(Runnable last) {
        this.last = last;
    }

    /** Adds a reference; returns false if the last one was released. */
    public boolean retain() {
        return users.getAndUpdate(now -> now > 0 ? now + 1 : now) > 0;
    }

    public boolean isReleased() {
        return users.get() == 0;
    }

    public void release() {
        int left = users.decrementAndGet();
        if (left == 0) {
            last.run();
        } else if (left < 0) {
            users.set(0);
            throw new IllegalStateException("a reference was released more often than it was retained");
        }
    }

    /** Releases all references, for use when none of the users is reachable any more. */
    public void releaseAll() {
        if (users.getAndSet(0) > 0) {
            last.run();
        }
    }
}
