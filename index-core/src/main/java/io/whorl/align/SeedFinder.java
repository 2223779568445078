package io.whorl.align;

/** Finds places that two texts may have from each other. Thread-safe. */
@FunctionalInterface
interface SeedFinder {
    /** Finds the points of a pair. */
    Points of(Pair pair);

    /**
     * Places that two texts may have from each other.
     *
     * @param points content word i of a in the upper half, content word j of b in the lower half
     * @param limited true if there are more points than these
     */
    record Points(long[] points, boolean limited) {}
}
