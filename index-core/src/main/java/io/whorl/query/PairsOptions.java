package io.whorl.query;

import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Which pairs are asked for.
 *
 * @param measure what the score is; percent has no meaning here, and measures of frequencies are not counted by pairs
 * @param minScore pairs below are left out
 * @param top how many pairs at the most, best first, from 1
 * @param maxDf minutiae held by more documents are ignored (BGMZ 5.1: 1,000), documents that share postings counting as
 *     one
 * @param threads 1 to 1,024
 * @param memory bytes of heap for all that grows with the index and with the pairs, 4 MiB to 1 PiB; the rest goes to
 *     scratch files in the directory of {@code java.io.tmpdir}
 * @param expanded whether every pair is given; otherwise a family of documents of equal fingerprints is given once, and
 *     a pair with its first document stands for the pairs with all of them
 */
public record PairsOptions(
        Measure measure, double minScore, long top, long maxDf, int threads, long memory, boolean expanded) {
    /** As a {@code top}: all pairs. */
    public static final long ALL = Long.MAX_VALUE;
    /** Less memory than this cannot be given. */
    public static final long LEAST_MEMORY = 4L << 20;

    /**
     * Resemblance of 0.5 or more (BGMZ 4), all pairs, families as such, minutiae in at most 1,000 documents, all cores,
     * a quarter of the heap.
     */
    public static final PairsOptions DEFAULT = new PairsOptions(
            Measure.RESEMBLANCE,
            0.5,
            ALL,
            1_000,
            Runtime.getRuntime().availableProcessors(),
            Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 4),
            false);

    public PairsOptions {
        if (!takes(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; pairs takes "
                    + Arrays.stream(Measure.values())
                            .filter(PairsOptions::takes)
                            .map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others ask `query` with each document");
        }
        if (!(minScore >= 0)) {
            throw new IllegalArgumentException("min-score is " + minScore + "; it must be 0 or more");
        }
        QueryOptions.check("top", top, 1, ALL);
        QueryOptions.check("max-df", maxDf, 1, QueryOptions.NO_LIMIT);
        QueryOptions.check("threads", threads, 1, 1_024);
        QueryOptions.check("memory", memory, LEAST_MEMORY, 1L << 50);
    }

    /** Whether pairs can be scored by a measure. */
    public static boolean takes(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }

    public PairsOptions measure(Measure value) {
        return new PairsOptions(value, minScore, top, maxDf, threads, memory, expanded);
    }

    public PairsOptions minScore(double value) {
        return new PairsOptions(measure, value, top, maxDf, threads, memory, expanded);
    }

    public PairsOptions top(long value) {
        return new PairsOptions(measure, minScore, value, maxDf, threads, memory, expanded);
    }

    public PairsOptions maxDf(long value) {
        return new PairsOptions(measure, minScore, top, value, threads, memory, expanded);
    }

    public PairsOptions threads(int value) {
        return new PairsOptions(measure, minScore, top, maxDf, value, memory, expanded);
    }

    public PairsOptions memory(long bytes) {
        return new PairsOptions(measure, minScore, top, maxDf, threads, bytes, expanded);
    }

    public PairsOptions expanded(boolean value) {
        return new PairsOptions(measure, minScore, top, maxDf, threads, memory, value);
    }
}
