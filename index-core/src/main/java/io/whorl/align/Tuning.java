package io.whorl.align;

/**
 * The constants of alignment.
 *
 * @param distance content words between the two of a seed, at most
 * @param mostOccurrences a pair of stems that occurs more often in the second text gives no seed
 * @param gap content words without a seed that end a group of seeds
 * @param leastSeeds seeds of a group, at least
 * @param border score of a passage border that is a sentence border
 * @param rounds rounds of refinement, at most; 0 leaves it out
 * @param rate share of matching words that is expected in a passage
 * @param score least score of a passage
 * @param logScore added to the least score for each factor e by which the first text has more than 1,000 content words
 * @param rootScore this times the square root of the first text's content words is also a least score
 * @param join whether neighbouring boxes are joined if the gap between them costs less than a new passage
 * @param leastBytesA bytes of a passage in the first text, at least
 * @param leastBytesB bytes of a passage in the second text, at least
 * @param leastWords words of a passage in the first text that the second passage has, too, at least
 * @param runs how verbatim runs and other passages go together
 * @param runBytes bytes of a verbatim run that is a passage, at least
 * @param longRun words of a verbatim run that decides about the border of a passage, at least
 */
record Tuning(
        int distance,
        int mostOccurrences,
        int gap,
        int leastSeeds,
        double border,
        int rounds,
        double rate,
        double score,
        double logScore,
        double rootScore,
        boolean join,
        int leastBytesA,
        int leastBytesB,
        int leastWords,
        Runs runs,
        int runBytes,
        int longRun) {

    /** How verbatim runs and other passages go together. */
    enum Runs {
        /** A pair with a run has no other passages. */
        ONLY,
        /** A run within a passage is part of it. */
        WITHIN
    }

    private static final double FEW_WORDS = 1_000;

    private static final Tuning PAN13 =
            new Tuning(3, 8, 20, 3, 3, 3, 0.45, 12, 0, 0.4, false, 150, 200, 15, Runs.ONLY, 257, 16);
    private static final Tuning GENERAL =
            new Tuning(3, 8, 20, 3, 3, 3, 0.45, 18, 8, 0, true, 150, 150, 15, Runs.WITHIN, 220, 16);

    /** The least score of a passage: a long text has more places that match by chance. */
    double leastScore(int contentWords) {
        double byLog = score + logScore * Math.log(Math.max(1, contentWords / FEW_WORDS));
        return Math.max(byLog, rootScore * Math.sqrt(contentWords));
    }

    static Tuning of(AlignmentOptions.Setting setting) {
        return setting == AlignmentOptions.Setting.PAN13 ? PAN13 : GENERAL;
    }
}
