package io.whorl.parts;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap that the documents of logs may use in all snapshots of files of a process together. Documents that find no
 * room are read from a scratch file. Thread-safe.
 */
final class LogMemory {
    /** An eighth of the heap, at most 256 MiB. */
    static final LogMemory OF_PROCESS =
            new LogMemory(Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8));

    /** For snapshots whose parts are all segments. */
    static final LogMemory NONE = new LogMemory(0);

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    /** @param limit in bytes, at least 0 */
    LogMemory(long limit) {
        this.limit = limit;
    }

    /** The bytes that are taken. */
    long taken() {
        return used.get();
    }

    /** The bytes that are left. */
    long left() {
        return limit - used.get();
    }

    /** Takes so many bytes; returns false, without taking any, if fewer are left. */
    boolean take(long bytes) {
        long now = used.get();
        while (bytes <= limit - now) {
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = used.get();
        }
        return false;
    }

    void give(long bytes) {
        used.addAndGet(-bytes);
    }
}
