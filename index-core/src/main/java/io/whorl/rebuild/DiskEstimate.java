package io.whorl.rebuild;

import io.whorl.DiskSpaceException;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Estimates the disk space that a rebuild needs in addition to the old index: for its runs, and for the merged segment.
 */
final class DiskEstimate {
    /** Bytes of English text for each unit. */
    private static final int WORD = 6;

    private static final int SENTENCE = 120;
    private static final int PARAGRAPH = 600;
    /** Bytes for each posting in the smallest indexes measured, of collections of versions. */
    private static final double POSTING = 2;

    /** Bytes of a stored text for each byte of text, if it is compressed well. */
    private static final double TEXT = 0.25;

    private DiskEstimate() {}

    /** A lower estimate for this much ordinary text; 0 if the scheme does not determine it. */
    static long estimate(Scheme scheme, long text) {
        Chunking chunking = scheme.chunking();
        int unit =
                switch (chunking.unit()) {
                    case WORD -> WORD;
                    case SENTENCE -> SENTENCE;
                    case PARAGRAPH -> PARAGRAPH;
                    case CHAR -> 1;
                };
        return (long) (2
                * POSTING
                * text
                / unit
                / chunking.step()
                * Strategies.expectedShare(scheme).orElse(0));
    }

    /** The same for the stored texts and fingerprints; 0 if the index stores none. */
    static long forms(Scheme scheme, RebuildOptions options) {
        long texts = options.buildOptions().storeText() ? (long) (2 * TEXT * options.expectedText()) : 0;
        // A stored fingerprint takes more for each minutia than a posting.
        return texts + (options.buildOptions().storeFingerprints() ? estimate(scheme, options.expectedText()) : 0);
    }

    /**
     * Checks the free disk space.
     *
     * @param bytes needed soon
     * @param reserve bytes to keep free
     * @throws DiskSpaceException if there is less
     */
    static void require(Path directory, long bytes, long reserve) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (bytes > 0 && free < bytes + reserve) {
            throw new DiskSpaceException(directory, free, bytes + reserve);
        }
    }
}
