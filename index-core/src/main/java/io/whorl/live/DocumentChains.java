package io.whorl.live;

import java.lang.ref.Reference;
import java.util.Objects;

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

    /**
     * From minutiae to the heads of their chains ({@link DocumentChains}). One thread adds while others read; a reader
     * that sees a head sees everything that the head leads to.
     */
    interface Heads {
        /** The number of slots that are read ahead at a time. */
        int AHEAD = 128;

        /** The head of a minutia, or {@link DocumentChains#NONE}. */
        int find(long minutia);

        /**
         * Looks up some minutiae. Their slots are touched first, so that the cache misses overlap.
         *
         * @param heads receives the head of {@code minutiae[from + i]} at {@code i}, or {@link DocumentChains#NONE}
         * @param scratch of {@value #AHEAD} elements
         * @return a value that the caller must keep, or the compiler would remove the reads ahead
         */
        int findAll(long[] minutiae, int from, int to, int[] heads, int[] scratch);

        /** Passes every minutia and its head to a sink. Minutiae that are added at the same time may be missing. */
        void forEach(HeadSink sink);

        /** Receives minutiae and the heads of their chains. */
        interface HeadSink {
            void head(long minutia, int head);
        }
    }

    /** A cursor of a view. It references the view, which keeps the memory mapped as long as the cursor is reachable. */
    static final class TierCursor implements LiveView.Cursor {
        private final TierView view;
        private final int documents;
        private final Heads heads;
        private final DocumentChains chains;
        private final int[] scratch = new int[Heads.AHEAD];
        /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
        private int touched;

        private int following;
        private int at;
        private boolean closed;

        /** @param view has retained the memory for this cursor, which releases it */
        TierCursor(TierView view, Heads heads, DocumentChains chains) {
            this.view = view;
            this.heads = heads;
            this.chains = chains;
            documents = view.documents();
        }

        @Override
        public boolean find(long minutia) {
            checkOpen();
            try {
                return open(heads.find(minutia));
            } finally {
                // Without the fence, the view could be collected and the map unmapped during the look-up.
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public void findAll(long[] minutiae, int from, int to, int[] links) {
            Objects.checkFromToIndex(from, to, minutiae.length);
            Objects.checkFromIndexSize(0, to - from, links.length);
            checkOpen();
            try {
                touched += heads.findAll(minutiae, from, to, links, scratch);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        @Override
        public boolean open(int link) {
            following = chains.below(documents, link);
            return following != DocumentChains.NONE;
        }

        private void checkOpen() {
            if (closed) {
                throw new IllegalStateException("this cursor of a live tier is closed");
            }
        }

        @Override
        public boolean next() {
            if (following == DocumentChains.NONE) {
                return false;
            }
            at = following;
            following = chains.next(at);
            return true;
        }

        @Override
        public int document() {
            return chains.document(at);
        }

        @Override
        public int frequency() {
            return chains.frequency(at);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                view.release();
            }
        }
    }
}
