package io.whorl.score;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The extra data that an index stores for a document, so that documents can be compared: MIN_s sketches or the sizes of
 * V_i (BGMZ 3), depending on the strategy; W_d (HZ 3) for other schemes that keep frequencies. Thread-safe.
 */
public interface DocumentExtras {
    /** Encodes extras minutia by minutia. */
    ExtrasTally tally();

    /**
     * Encodes the extra of a document.
     *
     * @param selected its selected minutiae, including repeats, in the first {@code n} entries
     * @param words the number of its surviving words
     * @return the bytes to store; empty if the scheme needs no extra
     */
    default byte[] of(long[] selected, int n, long words) {
        long[] sorted = Arrays.copyOf(selected, n);
        Arrays.sort(sorted);
        ExtrasTally tally = tally();
        tally.start();
        for (int i = 0; i < n; ) {
            int from = i;
            while (i < n && sorted[i] == sorted[from]) {
                i++;
            }
            tally.add(sorted[from], i - from);
        }
        return tally.finish(words);
    }

    /**
     * Encodes the extra of a document whose repeats are already counted.
     *
     * @param distinct its distinct minutiae, in the first {@code n} entries
     * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
     */
    default byte[] of(long[] distinct, int[] frequencies, int n, long words) {
        ExtrasTally tally = tally();
        tally.start();
        for (int i = 0; i < n; i++) {
            tally.add(distinct[i], frequencies.length == 0 ? 1 : frequencies[i]);
        }
        return tally.finish(words);
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
        int order = Extras.Sketches.width(scheme.hashing().bits());
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> length -> length % order == 0;
            case LEVELS -> length -> length % Extras.Levels.BYTES == 0;
            case SETS -> scheme.frequencies() ? length -> length == Extras.Norms.BYTES : length -> true;
        };
    }

    /** @param scheme with its selection written out in full */
    static DocumentExtras of(Scheme scheme) {
        return switch (Strategies.comparability(scheme).kind()) {
            case SKETCHES -> new Extras.Sketches(ChunkHash.of(scheme.hashing()));
            case LEVELS -> new Extras.Levels(ChunkHash.of(scheme.hashing()));
            case SETS -> scheme.frequencies() ? new Extras.Norms() : new Extras.None();
        };
    }

    /** Encodes the {@link DocumentExtras} of documents minutia by minutia. Reusable. One thread at a time. */
    interface ExtrasTally {
        void start();

        /**
         * Adds a minutia of the document. Each is added once, in unsigned ascending order.
         *
         * @param count how often it was selected
         */
        void add(long minutia, int count);

        /**
         * Returns the bytes to store, the same as {@link DocumentExtras#of(long[], int, long)}.
         *
         * @param words the number of surviving words of the document
         */
        byte[] finish(long words);
    }
}
