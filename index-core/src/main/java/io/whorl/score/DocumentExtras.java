package io.whorl.score;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.Strategies;
import java.util.function.IntPredicate;

/**
 * What an index stores of a document beside its minutiae, so that documents can be compared as the scheme's strategy
 * asks: MIN_s sketches and V_i sizes (BGMZ 3); and W_d (HZ 3) where other schemes keep frequencies. Thread-safe.
 */
public interface DocumentExtras {
    /**
     * @param selected the document's selected minutiae, repeats and all, in the first {@code n} places
     * @param words its surviving words
     * @return the bytes to store; empty where the scheme needs none
     */
    byte[] of(long[] selected, int n, long words);

    /**
     * The same bytes of a document whose repeats are counted already.
     *
     * @param distinct its minutiae, in the first {@code n} places
     * @param frequencies how often each was selected, or empty where the scheme keeps no frequencies
     */
    default byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        return of(distinct, n, words);
    }

    /** Makes the same bytes of documents that are too large to hold. */
    default ExtrasTally tally() {
        return new CollectedExtras(this);
    }

    /**
     * Those of a query's minutiae, which another selection may have made, that an index made by the scheme could hold
     * of its text: documents are compared by these.
     *
     * @param words the text's surviving words
     */
    default long[] comparable(long[] minutiae, long words) {
        return minutiae;
    }

    /** Which lengths in bytes an extra can have where the scheme reads it; any other is damage. */
    static IntPredicate lengths(Scheme scheme) {
        int order = MinSketch.width(scheme.hashing().bits());
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> length -> length % order == 0;
            case LEVELS -> length -> length % LevelSizes.BYTES == 0;
            case SETS -> scheme.frequencies() ? length -> length == FrequencyNorm.BYTES : length -> true;
        };
    }

    static DocumentExtras of(Scheme scheme) {
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> {
                ChunkHash hash = ChunkHash.of(scheme.hashing());
                yield (selected, n, words) -> MinSketch.encode(selected, n, hash);
            }
            case LEVELS -> new LevelExtras(ChunkHash.of(scheme.hashing()));
            case SETS -> scheme.frequencies() ? new FrequencyNorm() : new NoExtras();
        };
    }
}
