package io.whorl.lab.experiment.cops;

import io.whorl.internal.Ranges;

/**
 * φ: a test finds a document if more than this share of its chunks match (COPS 3.1).
 *
 * @param percent of the chunks, 0 to 99; an integer, so that φN has no rounding error
 */
record Threshold(int percent) {
    Threshold {
        Ranges.check("percent", percent, 0, 99);
    }

    boolean exceededBy(int matching, int chunks) {
        return 100L * matching > (long) percent * chunks;
    }

    /** Returns ⌊φN⌋, the maximum number of matches with which the document is not found. */
    int most(int chunks) {
        return percent * chunks / 100;
    }

    double share() {
        return percent / 100.0;
    }

    @Override
    public String toString() {
        return Double.toString(share());
    }
}
