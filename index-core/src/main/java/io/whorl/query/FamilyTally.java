package io.whorl.query;

import java.util.concurrent.atomic.AtomicLong;

/** Counts families as all threads come upon them. Thread-safe. */
final class FamilyTally {
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();

    /** Counts a family whose pairs score enough. */
    void find() {
        found.incrementAndGet();
    }

    /** Counts a family of which every minutia is ignored, so that no pair reports it. */
    void leaveOut() {
        leftOut.incrementAndGet();
    }

    long found() {
        return found.get();
    }

    long leftOut() {
        return leftOut.get();
    }
}
