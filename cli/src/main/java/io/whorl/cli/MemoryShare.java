package io.whorl.cli;

import io.whorl.corpus.format.FormatOptions;

/** What parts of a command's work may take of the heap where no option says. */
final class MemoryShare {
    /** A document that is read is there some three times: as it is gathered, as its bytes, and as it waits. */
    private static final int DOCUMENT = 6;

    private MemoryShare() {}

    /** Bytes of a document at the most. */
    static long document() {
        return document(Runtime.getRuntime().maxMemory());
    }

    static long document(long heap) {
        return Math.min(FormatOptions.DEFAULT.maxDocument(), heap / DOCUMENT);
    }
}
