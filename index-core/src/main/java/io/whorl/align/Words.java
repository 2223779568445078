package io.whorl.align;

/** An interval of words in each of two texts; ends are exclusive. */
record Words(int aFrom, int aTo, int bFrom, int bTo) {
    int aLength() {
        return aTo - aFrom;
    }

    int bLength() {
        return bTo - bFrom;
    }

    int aOverlap(Words other) {
        return Box.overlap(aFrom, aTo, other.aFrom, other.aTo);
    }

    int bOverlap(Words other) {
        return Box.overlap(bFrom, bTo, other.bFrom, other.bTo);
    }

    /** True if the other intervals lie within these in both texts. */
    boolean contains(Words other) {
        return aFrom <= other.aFrom && other.aTo <= aTo && bFrom <= other.bFrom && other.bTo <= bTo;
    }

    boolean overlaps(Words other) {
        return aOverlap(other) > 0 && bOverlap(other) > 0;
    }
}
