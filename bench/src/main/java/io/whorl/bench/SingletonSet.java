package io.whorl.bench;

import io.whorl.internal.Ranges;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Distinct, uniform 40-bit minutiae, each held by one document. Minutia {@code i} is computed by a bijection of
 * {@code i}, so a set of any size needs no memory and is the same everywhere. Numbers from {@link #count} on give
 * minutiae that are not in the set. Immutable and thread-safe.
 *
 * @param count the number of minutiae, 1 to 2^30
 * @param documents the number of documents with an equal share of the minutiae, 1 to 2^23
 */
public record SingletonSet(int count, int documents) {
    public static final int BITS = 40;
    private static final int DOCUMENT_BITS = 23;

    private static final long MASK = (1L << BITS) - 1;

    public SingletonSet {
        Ranges.check("count", count, 1, 1 << 30);
        Ranges.check("documents", documents, 1, 1 << DOCUMENT_BITS);
    }

    /** Returns the i-th minutia. It is not in the set if {@code i} is {@link #count} or more. */
    public long minutia(long i) {
        long x = i & MASK;
        // Each step is a bijection on 40 bits: an odd multiplier, or a shifted exclusive-or.
        for (int round = 0; round < 3; round++) {
            x = (x * 0x9E3779B97F4A7C15L) & MASK;
            x ^= x >>> (BITS / 2);
        }
        return x;
    }

    public int document(long i) {
        return (int) (i * documents / count);
    }

    public long[] minutiae(int document) {
        return LongStream.range(first(document), first(document + 1L))
                .map(this::minutia)
                .toArray();
    }

    /** Returns the least i with {@code document(i) >= document}. */
    private long first(long document) {
        return -Math.floorDiv(-document * count, documents);
    }

    /** Returns random minutiae of the set, with repetition. */
    public long[] hits(int draws, long seed) {
        return new SplittableRandom(seed)
                .longs(draws, 0, count)
                .map(this::minutia)
                .toArray();
    }

    /** Returns random minutiae that are not in the set, with repetition. */
    public long[] misses(int draws, long seed) {
        return new SplittableRandom(seed)
                .longs(draws, count, 1L << BITS)
                .map(this::minutia)
                .toArray();
    }
}
