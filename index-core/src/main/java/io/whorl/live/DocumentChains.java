package io.whorl.live;

/**
 * The documents of each minutia as linked chains in heap, from the newest to the oldest. A link is an int:
 *
 * <ul>
 *   <li>{@link #NONE};
 *   <li>below 0, the complement of the last document of a chain, which holds the minutia once. So a singleton takes no
 *       entry;
 *   <li>above 0, the index of an entry: document, next link, frequency.
 * </ul>
 *
 * <p>One thread appends entries. Entries never change, and blocks never move. A reader that got a link as {@link Heads}
 * describes sees everything that the link leads to.
 */
final class DocumentChains {
    static final int NONE = 0;

    /**
     * The maximum that {@link #length} counts. A chain can contain every document, and must not be walked at each
     * addition.
     */
    static final int COUNTED = 64;

    private static final int BLOCK_BITS = 14;
    private static final int MASK = (1 << BLOCK_BITS) - 1;

    /** Ints per entry: 3 with frequencies, 2 without. */
    private final int width;

    private final int[][] blocks;
    private int entries = 1;
    private int allocated;

    /** @param postings capacity in postings */
    DocumentChains(long postings, boolean frequencies) {
        width = frequencies ? 3 : 2;
        blocks = new int[(int) (postings + 1 >>> BLOCK_BITS) + 1][];
    }

    /**
     * Prepends a document to a chain.
     *
     * @return the link to the new chain
     */
    int add(int document, int frequency, int next) {
        if (next == NONE && frequency == 1) {
            return ~document;
        }
        int block = entries >>> BLOCK_BITS;
        if (blocks[block] == null) {
            blocks[block] = new int[width << BLOCK_BITS];
            allocated++;
        }
        int[] numbers = blocks[block];
        int at = (entries & MASK) * width;
        numbers[at] = document;
        numbers[at + 1] = next;
        if (width == 3) {
            numbers[at + 2] = frequency;
        }
        return entries++;
    }

    /** The bytes of the entries. Only for the writing thread. */
    long bytes() {
        return allocated * blockBytes();
    }

    /** The most bytes that so many more entries take. Only for the writing thread. */
    long bytesToAdd(int postings) {
        return ((entries + postings - 1 >>> BLOCK_BITS) + 1 - allocated) * blockBytes();
    }

    private long blockBytes() {
        return (long) Integer.BYTES * width << BLOCK_BITS;
    }

    /**
     * The first document of a chain.
     *
     * @param link any link except {@link #NONE}; the same for the methods below
     */
    int document(int link) {
        return link < 0 ? ~link : blocks[link >>> BLOCK_BITS][(link & MASK) * width];
    }

    int frequency(int link) {
        return link < 0 || width == 2 ? 1 : blocks[link >>> BLOCK_BITS][(link & MASK) * width + 2];
    }

    int next(int link) {
        return link < 0 ? NONE : blocks[link >>> BLOCK_BITS][(link & MASK) * width + 1];
    }

    /** The number of documents in a chain, at most {@value #COUNTED}. */
    int length(int link) {
        int length = 0;
        for (int at = link; at != NONE && length < COUNTED; at = next(at)) {
            length++;
        }
        return length;
    }

    /**
     * The first link of a chain, from {@code link} on, to a document less than {@code documents}. Newer documents come
     * first.
     */
    int below(int documents, int link) {
        int at = link;
        while (at != NONE && document(at) >= documents) {
            at = next(at);
        }
        return at;
    }

    /** Passes every posting of the documents below {@code documents} to a sink. */
    void forEach(Heads heads, int documents, LiveView.PostingSink sink) {
        heads.forEach((minutia, head) -> {
            for (int link = below(documents, head); link != NONE; link = next(link)) {
                sink.posting(minutia, document(link), frequency(link));
            }
        });
    }
}
