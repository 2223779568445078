package io.whorl.internal;

import java.util.Optional;

/**
 * The constants of alignment. They and the seeds are not part of the API; the laboratory changes them for experiments.
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
 * @param join whether neighbouring boxes are joined if the gap between them costs less than a new passage
 * @param runBytes bytes of a verbatim run that is a passage, at least
 * @param longRun words of a verbatim run that decides about the border of a passage, at least
 */
public record AlignmentTuning(
        int distance,
        int mostOccurrences,
        int gap,
        int leastSeeds,
        double border,
        int rounds,
        double rate,
        double score,
        double logScore,
        boolean join,
        int runBytes,
        int longRun) {

    private static final double FEW_WORDS = 1_000;

    public static final AlignmentTuning DEFAULT = new AlignmentTuning(3, 8, 20, 3, 3, 3, 0.4, 16, 8, true, 257, 24);

    /** The least score of a passage: a long text has more places that match by chance. */
    public double leastScore(int contentWords) {
        return score + logScore * Math.log(Math.max(1, contentWords / FEW_WORDS));
    }

    /** Finds places that two texts may have from each other. Thread-safe. */
    @FunctionalInterface
    public interface SeedSource {
        /** Pairs of stems. */
        SeedSource STEMS = (a, contentOfA, b, contentOfB) -> Optional.empty();

        /**
         * @param a a text in UTF-8
         * @param contentOfA the content word at or after each word; one more entry than words
         * @return content word i of a in the upper half, content word j of b in the lower half; empty to take the pairs
         *     of stems
         */
        Optional<long[]> of(byte[] a, int[] contentOfA, byte[] b, int[] contentOfB);
    }
}
