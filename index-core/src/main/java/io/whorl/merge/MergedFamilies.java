package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.ScratchSequence;
import java.io.Closeable;

/**
 * Which documents of a merged segment share postings. All is worked out before the first minutia, for the postings of a
 * family are those of its first.
 */
interface MergedFamilies extends Closeable {
    /** Whether every document has postings of its own. */
    boolean isEmpty();

    /**
     * For each document of an input that stands in its lists whose postings those are in the result: its own, or those
     * of another of its family, or nobody's, {@link DocumentOrder#LEFT_OUT}.
     */
    ScratchSequence holders(int input);

    /** The next of a document's family in the result, as {@link io.whorl.store.Families} has it. */
    long next(long ordinal);
}
