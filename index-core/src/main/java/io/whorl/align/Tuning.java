package io.whorl.align;

/**
 * The constants of alignment.
 *
 * @param distance content words between the two of a seed, at most
 * @param mostOccurrences a pair of stems that occurs more often in the second text gives no seed
 * @param gap content words without a seed that end a group of seeds
 * @param leastSeeds seeds of a group, at least
 * @param border score of a passage border that is a sentence border
 * @param firstRounds rounds of the first refinement, at most; 0 leaves it out
 * @param firstRate share of matching words in a passage, in the first refinement
 * @param secondRounds rounds of the second refinement, at most; 0 leaves it out
 * @param secondRate the same in the second refinement
 * @param firstScore least score after the first refinement
 * @param score least score after the second refinement
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
        int firstRounds,
        double firstRate,
        int secondRounds,
        double secondRate,
        double firstScore,
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
            new Tuning(3, 8, 20, 3, 3, 3, 0.6, 3, 0.45, 10, 12, 0, 0.4, false, 150, 200, 0, Runs.ONLY, 257, 16);
    private static final Tuning GENERAL =
            new Tuning(3, 8, 20, 3, 3, 3, 0.6, 3, 0.45, 10, 18, 8, 0, true, 150, 150, 0, Runs.WITHIN, 220, 16);

    /** The least score of a passage: a long text has more places that match by chance. */
    double leastScore(int contentWords) {
        double byLog = score + logScore * Math.log(Math.max(1, contentWords / FEW_WORDS));
        return Math.max(byLog, rootScore * Math.sqrt(contentWords));
    }

    static Tuning of(AlignmentOptions.Setting setting) {
        return setting == AlignmentOptions.Setting.PAN13 ? PAN13 : GENERAL;
    }
}
