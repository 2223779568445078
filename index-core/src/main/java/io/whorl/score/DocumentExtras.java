package io.whorl.score;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.ModBySize;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The extra data that an index stores for a document, so that documents can be compared: MIN_s sketches or the sizes of
 * V_i (BGMZ 3), depending on the strategy; W_d (HZ 3) for other schemes that keep frequencies. Thread-safe.
 */
public interface DocumentExtras {
    /**
     * Encodes the extra of a document.
     *
     * @param selected its selected minutiae, including repeats, in the first {@code n} entries
     * @param words the number of its surviving words
     * @return the bytes to store; empty if the scheme needs no extra
     */
    byte[] of(long[] selected, int n, long words);

    /**
     * Encodes the extra of a document whose repeats are already counted.
     *
     * @param distinct its distinct minutiae, in the first {@code n} entries
     * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
     */
    default byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        return of(distinct, n, words);
    }

    /** Encodes the extras of documents that are too large for memory, minutia by minutia. */
    default ExtrasTally tally() {
        return new CollectedExtras(this);
    }

    /**
     * Removes the minutiae of a query that an index of the scheme cannot hold for its text, because they were selected
     * by another strategy.
     *
     * @param words the number of surviving words of the text
     */
    default long[] comparable(long[] minutiae, long words) {
        return minutiae;
    }

    /** The lengths in bytes that an extra can have; any other length shows damage. */
    static IntPredicate lengths(Scheme scheme) {
        int order = MinSketch.width(scheme.hashing().bits());
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> length -> length % order == 0;
            case LEVELS -> length -> length % LevelSizes.BYTES == 0;
            case SETS -> scheme.frequencies() ? length -> length == FrequencyNorm.BYTES : length -> true;
        };
    }

    /** @param scheme with its selection written out in full */
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

    /** The extras of mod-by-size: the number of minutiae that remain at each level (BGMZ 3). */
    record LevelExtras(ChunkHash hash) implements DocumentExtras {
        @Override
        public byte[] of(long[] selected, int n, long words) {
            return LevelSizes.encode(selected, n, words, hash);
        }

        /** V_i, where i is the level of the text. Minutiae below that level are not comparable. */
        @Override
        public long[] comparable(long[] minutiae, long words) {
            int level = ModBySize.level(words);
            return Arrays.stream(minutiae)
                    .filter(m -> ModBySize.depth(hash.order(m)) >= level)
                    .toArray();
        }
    }

    /** The extras of a scheme that stores only minutiae. */
    record NoExtras() implements DocumentExtras, ExtrasTally {
        private static final byte[] NOTHING = {};

        @Override
        public byte[] of(long[] selected, int n, long words) {
            return NOTHING;
        }

        @Override
        public ExtrasTally tally() {
            return this;
        }

        @Override
        public void start() {}

        @Override
        public void add(long minutia, int count) {}

        @Override
        public byte[] finish(long words) {
            return NOTHING;
        }
    }

    /**
     * Collects the distinct minutiae of a document. For strategies that keep few minutiae of any document: min-s keeps
     * s, and mod-by-size some hundreds.
     */
    final class CollectedExtras implements ExtrasTally {
        private final DocumentExtras extras;
        private final LongArrayList minutiae = new LongArrayList();

        CollectedExtras(DocumentExtras extras) {
            this.extras = extras;
        }

        @Override
        public void start() {
            minutiae.clear();
        }

        @Override
        public void add(long minutia, int count) {
            minutiae.addLong(minutia);
        }

        @Override
        public byte[] finish(long words) {
            return extras.of(minutiae.toLongArray(), minutiae.size(), words);
        }
    }
}
