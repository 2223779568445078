package io.whorl.runs;

import io.whorl.bulk.BuildOptions;
import io.whorl.minutiae.DocumentDigests;

/** How much a run has taken of what it is given: memory for its documents, room for postings, text. One thread. */
final class RunUsage {
    /** So that every file of a run can be mapped whole. */
    static final int MOST_DOCUMENTS = 1 << 26;

    /** Bytes that a batch, and then the order of the documents, keep of one beside its id and extra, about. */
    private static final long KEPT = 80;
    /** The same, of its digests and their order. */
    private static final long DIGESTS = DocumentDigests.BYTES + 16;
    /**
     * Of the memory, how often it may be spooled: past that a partition would be read again and again to be sorted in
     * parts.
     */
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
        perDocument = KEPT + (options.duplicates().sought() ? DIGESTS : 0) + (long) Integer.BYTES * options.threads();
    }

    void take(int ofId, int ofText) {
        documents++;
        idBytes += ofId;
        textBytes += ofText;
    }

    /**
     * Whether the documents have used up their eighth of the memory, or there are postings or text enough for a run.
     *
     * @param extraBytes bytes kept of the documents' extras
     * @param spooled bytes of postings that had no room in memory
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
