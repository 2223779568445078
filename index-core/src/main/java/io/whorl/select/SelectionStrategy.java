package io.whorl.select;

import io.whorl.scheme.Selection;
import java.util.OptionalDouble;

/**
 * The rule that selects which chunks' minutiae form the fingerprint (HZ 5). Immutable and thread-safe. The short names
 * of papers are spelled out in docs/DEFINITIONS.md.
 */
public interface SelectionStrategy {
    /** The name and all parameters, defaults included. A scheme stores this. */
    Selection selection();

    /** The data that the strategy reads about each chunk. */
    default ChunkNeeds needs() {
        return ChunkNeeds.MINUTIA;
    }

    /**
     * True if the strategy selects among chunks that do not overlap, as all-substrings and first-r of HZ 5 do. Chunks
     * then advance by the granularity, whatever step the scheme has.
     */
    default boolean nonOverlapping() {
        return false;
    }

    /**
     * The maximum number of heap bytes that a selector keeps for each chunk until the document ends. 0 if the memory
     * does not grow with the document. A document with more chunks than fit into the memory is rejected, so that one
     * document cannot end a build.
     */
    default int bytesPerChunk() {
        return 0;
    }

    /**
     * How two documents can be compared by their selected minutiae. This decides which measures are available and what
     * an index stores for each document.
     *
     * <p>A strategy that returns anything but {@link Comparability#SETS} must be registered with
     * {@link java.util.ServiceLoader} in every process that opens its indexes: an index stores the name of its
     * strategy, not this declaration.
     */
    default Comparability comparability() {
        return Comparability.SETS;
    }

    /**
     * The share of a document's chunks that is selected on average, above 0 and at most 1, for estimates of disk space.
     * Empty if it depends on the document.
     */
    default OptionalDouble expectedShare() {
        return OptionalDouble.empty();
    }

    /** Creates a selector. One thread uses it for one document after another. */
    Selector selector();

    /**
     * How two documents can be compared by their selected minutiae.
     *
     * @param kind what the selected minutiae of a document are
     * @param sketchSize the number of minutiae of a sketch, 1 or more; 0 for other kinds
     */
    record Comparability(Kind kind, int sketchSize) {
        /** Selected minutiae are compared as sets. All measures are available. */
        public static final Comparability SETS = new Comparability(Kind.SETS, 0);
        /**
         * Documents are compared at the level of the longer one. Measures that weight minutiae are not available,
         * because an index stores only the number of a document's minutiae at each level.
         */
        public static final Comparability LEVELS = new Comparability(Kind.LEVELS, 0);

        /** What the selected minutiae of a document are. */
        public enum Kind {
            /** A set that can be compared with other sets. */
            SETS,
            /** The {@code sketchSize} smallest minutiae by the provider's order (MIN_s of BGMZ 3). */
            SKETCHES,
            /**
             * The minutiae whose value in the provider's order has at least i trailing zero bits, where i is
             * ⌊log₂(words ÷ 100)⌋ of the document, at least 0 (V_i of BGMZ 3).
             */
            LEVELS
        }

        public Comparability {
            if (kind == Kind.SKETCHES ? sketchSize < 1 : sketchSize != 0) {
                throw new IllegalArgumentException("sketchSize is " + sketchSize + " for " + kind
                        + "; it must be at least 1 for SKETCHES and 0 for other kinds");
            }
        }

        /**
         * Documents are compared by sketches, so only shared and resemblance are available.
         *
         * @param size the number of minutiae of a sketch, 1 or more
         */
        public static Comparability sketches(int size) {
            return new Comparability(Kind.SKETCHES, size);
        }
    }
}
