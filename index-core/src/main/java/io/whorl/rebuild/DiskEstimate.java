package io.whorl.rebuild;

import io.whorl.DiskSpaceException;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much disk a rebuild needs beside the old index: for its runs, and for the segment that is made of them. */
final class DiskEstimate {
    /** Bytes of English text to a unit. */
    private static final int WORD = 6;

    private static final int SENTENCE = 120;
    private static final int PARAGRAPH = 600;
    /** Bytes a posting in the smallest indexes measured, of collections of versions. */
    private static final double POSTING = 2.5;

    private DiskEstimate() {}

    /** What so much ordinary text needs at the least; 0 where the scheme does not tell. */
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

    /**
     * @param bytes about to be needed
     * @param reserve bytes that are to stay free beside
     */
    static void require(Path directory, long bytes, long reserve) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (bytes > 0 && free < bytes + reserve) {
            throw new DiskSpaceException(directory, free, bytes + reserve);
        }
    }
}
