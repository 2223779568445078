package io.whorl.live;

/**
 * The documents of each minutia, from the newest to the oldest, as chains in heap. A link is a number: {@link #NONE};
 * or the one's complement of a document that holds the minutia once, which ends the chain, so that a singleton takes no
 * entry; or, above 0, an entry of document, frequency and next link.
 *
 * <p>Entries are appended by one thread and never change; chunks never move. Whoever got a link from the map in the way
 * that {@link ChainHeads} describes sees everything behind it.
 */
final class DocumentChains {
    static final int NONE = 0;

    /**
     * Documents of a chain that are counted: a chain may lead to every document, and is not to be walked at each
     * addition.
     */
    static final int COUNTED = 64;

    private static final int CHUNK_BITS = 14;
    private static final int MASK = (1 << CHUNK_BITS) - 1;

    /** Numbers of an entry: without frequencies two. */
    private final int width;

    private final int[][] chunks;
    private int entries = 1;

    /** @param postings there is room for so many */
    DocumentChains(long postings, boolean frequencies) {
        width = frequencies ? 3 : 2;
        chunks = new int[(int) (postings + 1 >>> CHUNK_BITS) + 1][];
    }

    /** Puts a document before a chain and gives the link to it. */
    int add(int document, int frequency, int next) {
        if (next == NONE && frequency == 1) {
            return ~document;
        }
        int chunk = entries >>> CHUNK_BITS;
        if (chunks[chunk] == null) {
            chunks[chunk] = new int[width << CHUNK_BITS];
        }
        int[] numbers = chunks[chunk];
        int at = (entries & MASK) * width;
        numbers[at] = document;
        numbers[at + 1] = next;
        if (width == 3) {
            numbers[at + 2] = frequency;
        }
        return entries++;
    }

    /** @param link any but {@link #NONE}, here and below */
    int document(int link) {
        return link < 0 ? ~link : chunks[link >>> CHUNK_BITS][(link & MASK) * width];
    }

    int frequency(int link) {
        return link < 0 || width == 2 ? 1 : chunks[link >>> CHUNK_BITS][(link & MASK) * width + 2];
    }

    int next(int link) {
        return link < 0 ? NONE : chunks[link >>> CHUNK_BITS][(link & MASK) * width + 1];
    }

    /** How many documents a chain leads to; {@value #COUNTED} if there are more. */
    int length(int link) {
        int length = 0;
        for (int at = link; at != NONE && length < COUNTED; at = next(at)) {
            length++;
        }
        return length;
    }

    /** The first link from this one on to a document below a number: newer ones stand before it. */
    int below(int documents, int link) {
        int at = link;
        while (at != NONE && document(at) >= documents) {
            at = next(at);
        }
        return at;
    }
}
