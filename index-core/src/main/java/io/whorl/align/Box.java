package io.whorl.align;

/** An interval of content words in each of two texts; ends are exclusive. */
record Box(int aFrom, int aTo, int bFrom, int bTo, double score) {
    int aLength() {
        return aTo - aFrom;
    }

    int bLength() {
        return bTo - bFrom;
    }

    static int overlap(int from, int to, int otherFrom, int otherTo) {
        return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
    }

    int aOverlap(Box other) {
        return overlap(aFrom, aTo, other.aFrom, other.aTo);
    }

    int bOverlap(Box other) {
        return overlap(bFrom, bTo, other.bFrom, other.bTo);
    }
}
