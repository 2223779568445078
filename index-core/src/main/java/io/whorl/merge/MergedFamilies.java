package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.ScratchSequence;
import java.io.Closeable;

/**
 * The families of a merged segment: documents that share postings. They are computed before the first minutia, because
 * the first document of a family holds its postings.
 */
interface MergedFamilies extends Closeable {
    /** Whether no documents share postings. */
    boolean isEmpty();

    /**
     * For each document of an input that occurs in its lists: the ordinal of the result that holds its postings, or
     * {@link DocumentOrder#LEFT_OUT} if its family has no living document.
     */
    ScratchSequence holders(int input);

    /** The next document of a document's family in the result, as in {@link io.whorl.store.Families}. */
    long next(long ordinal);
}
