package io.whorl.cli.option;

import io.whorl.corpus.format.FormatOptions;

/** What parts of a command's work may take of the heap where no option says. */
final class MemoryShare {
    /** The one being read is there twice as it is gathered, and the one before it may still be fingerprinted. */
    private static final int DOCUMENT = 8;

    private MemoryShare() {}

    /** Bytes of a document at the most. */
    static long document() {
        return document(Runtime.getRuntime().maxMemory());
    }

    static long document(long heap) {
        return Math.min(FormatOptions.DEFAULT.maxDocument(), heap / DOCUMENT);
    }
}
