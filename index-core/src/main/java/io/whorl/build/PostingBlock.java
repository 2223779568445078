package io.whorl.build;

/**
 * Postings in arrays. A packed posting is one long: its key in the upper half, its document in the lower one. Otherwise
 * there is an array for each, and one for the counts if there are counts. Sorting and moving packed postings takes half
 * the time, so they are used wherever a posting fits.
 */
final class PostingBlock {
    /** The bits of a packed posting that hold the document. */
    static final int DOCUMENT_BITS = Integer.SIZE;

    static final long KEY = -1L << DOCUMENT_BITS;

    private static final int[] NONE = {};

    final long[] keys;
    /** Empty if the postings are packed. */
    final int[] documents;
    /** Empty if the postings have no counts. */
    final int[] counts;

    PostingBlock(int size, boolean packed, boolean counted) {
        this(new long[size], packed ? NONE : new int[size], counted ? new int[size] : NONE);
    }

    PostingBlock(long[] keys, int[] documents, int[] counts) {
        this.keys = keys;
        this.documents = documents;
        this.counts = counts;
    }

    /** Whether postings with keys of so many bits are packed. */
    static boolean packs(int keyBits, boolean counted) {
        return !counted && keyBits <= Long.SIZE - DOCUMENT_BITS;
    }

    boolean isPacked() {
        return documents.length == 0;
    }

    long key(int i) {
        return isPacked() ? keys[i] >>> DOCUMENT_BITS : keys[i];
    }

    int document(int i) {
        return isPacked() ? (int) keys[i] : documents[i];
    }

    /** How often the document has the minutia; 1 if the postings have no counts. */
    int count(int i) {
        return counts.length == 0 ? 1 : counts[i];
    }
}
