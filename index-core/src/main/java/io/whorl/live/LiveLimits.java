package io.whorl.live;

/**
 * How much a live tier holds before it has to be sealed. What the postings take is put aside at once, outside of the
 * heap: some 23 bytes for each of the limit, on disk and, as they are used, in the page cache.
 *
 * @param postings 1 to 2<sup>30</sup>
 * @param documents 1 to 2<sup>30</sup>
 */
public record LiveLimits(long postings, int documents) {
    private static final int MOST = 1 << 30;
    private static final int BYTES_OF_DOCUMENT = 256;
    private static final int BYTES_OF_POSTING = 8;

    public LiveLimits {
        check("postings", postings);
        check("documents", documents);
    }

    /** Bytes of ids and extras, which are in heap: 256 for each document and 8 for each posting. */
    public long bytes() {
        return (long) BYTES_OF_DOCUMENT * documents + BYTES_OF_POSTING * postings;
    }

    private static void check(String name, long value) {
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 to " + MOST);
        }
    }
}
