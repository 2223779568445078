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

    boolean overlaps(Words other) {
        return aOverlap(other) > 0 && bOverlap(other) > 0;
    }

    /** Counts the words of the first interval that the second one has too; each one matches once. */
    int shared(TextWords a, TextWords b) {
        int[] occurrences = new int[b.distinct.size()];
        for (int k = bFrom; k < bTo; k++) {
            occurrences[b.word[k]]++;
        }
        int shared = 0;
        for (int k = aFrom; k < aTo; k++) {
            int word = b.distinct.find(a.distinct, a.word[k]);
            if (word >= 0 && occurrences[word]-- > 0) {
                shared++;
            }
        }
        return shared;
    }
}
