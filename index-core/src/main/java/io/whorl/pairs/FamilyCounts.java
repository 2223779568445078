package io.whorl.pairs;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the families that all threads find. Thread-safe. */
final class FamilyCounts {
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong ignored = new AtomicLong();

    /** Counts a family whose pairs score enough. */
    void addFound() {
        found.incrementAndGet();
    }

    /** Counts a family of which all minutiae are ignored, so that no pair reports it. */
    void addIgnored() {
        ignored.incrementAndGet();
    }

    /** Sets the counts of an earlier part of the search. */
    void set(long foundBefore, long ignoredBefore) {
        found.set(foundBefore);
        ignored.set(ignoredBefore);
    }

    long found() {
        return found.get();
    }

    long ignored() {
        return ignored.get();
    }
}
