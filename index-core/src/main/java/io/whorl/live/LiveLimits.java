package io.whorl.live;

/**
 * The capacity of a live tier. Memory for the postings is reserved outside the heap when the tier is created: about 23
 * bytes per posting, on disk and, as they are used, in the page cache.
 */
public record LiveLimits(long postings, int documents) {
    private static final int MOST = 1 << 30;
    private static final int BYTES_OF_DOCUMENT = 256;
    private static final int BYTES_OF_POSTING = 8;

    public LiveLimits {
        check("postings", postings);
        check("documents", documents);
    }

    /** The maximum bytes of ids and extras, which are in heap: 256 per document and 8 per posting. */
    public long bytes() {
        return (long) BYTES_OF_DOCUMENT * documents + BYTES_OF_POSTING * postings;
    }

    private static void check(String name, long value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 to " + MOST);
        }
    }
}
