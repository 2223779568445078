package io.whorl.live;

import io.whorl.internal.Ranges;

/**
 * The capacity of a live tier. Memory for the postings is reserved outside the heap when the tier is created: about 26
 * bytes per posting, on disk and, as they are used, in the page cache.
 */
public record LiveLimits(long postings, int documents) {
    private static final int MOST = 1 << 30;
    private static final int BYTES_OF_DOCUMENT = 256;
    private static final int BYTES_OF_POSTING = 8;

    public LiveLimits {
        Ranges.check("postings", postings, 1, MOST);
        Ranges.check("documents", documents, 1, MOST);
    }

    /** The maximum bytes of ids, extras and stored texts, which are in heap: 256 per document and 8 per posting. */
    public long bytes() {
        return (long) BYTES_OF_DOCUMENT * documents + BYTES_OF_POSTING * postings;
    }
}
