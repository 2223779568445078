package io.whorl.runs;

import io.whorl.bulk.BuildOptions;
import io.whorl.minutiae.DocumentDigests;

/** Tracks how much of its limits a run has used: memory for documents, disk for postings, text. One thread. */
final class RunUsage {
    /** So that every file of a run can be mapped as a whole. */
    static final int MOST_DOCUMENTS = 1 << 26;

    /** About the bytes that a batch and the order of documents keep of each document, without id and extra. */
    private static final long KEPT = 80;
    /** The same for its digests and their order. */
    private static final long DIGESTS = DocumentDigests.BYTES + 16;
    /** The same for the place of its stored text or fingerprint. */
    private static final long FORM = 12;
    /** The same for each thread: the number of minutiae, and the sum of their logarithms. */
    private static final long THREAD = Integer.BYTES + Long.BYTES;
    /** The largest ratio of spooled postings to memory. Beyond it, sorting would read each partition too many times. */
    private static final long MOST_SPOOLED = 8;

    private final long memory;
    private final long mostText;
    private final long perDocument;
    private int documents;
    private long idBytes;
    private long textBytes;

    RunUsage(BuildOptions options) {
        memory = options.memory();
        mostText = options.runText();
        perDocument = KEPT
                + (options.duplicates().sought() ? DIGESTS : 0)
                + (options.storeText() ? FORM : 0)
                + (options.storeFingerprints() ? FORM : 0)
                + THREAD * options.threads();
    }

    void take(int ofId, int ofText) {
        documents++;
        idBytes += ofId;
        textBytes += ofText;
    }

    /**
     * Whether the documents have used their eighth of the memory, or the run has enough postings or text.
     *
     * @param extraBytes bytes kept of the extras of the documents
     * @param spooled bytes of postings in scratch files
     */
    boolean isUsedUp(long extraBytes, long spooled) {
        return documents * perDocument + idBytes + extraBytes >= memory / 8
                || spooled >= memory * MOST_SPOOLED
                || textBytes >= mostText
                || documents == MOST_DOCUMENTS;
    }

    int documents() {
        return documents;
    }

    long idBytes() {
        return idBytes;
    }

    long textBytes() {
        return textBytes;
    }
}
