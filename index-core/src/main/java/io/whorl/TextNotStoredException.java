package io.whorl;

import java.nio.file.Path;

/** Thrown if texts are to be stored in, or read from, an index that stores none. */
public final class TextNotStoredException extends WhorlException {
    /** @param index the directory of the index */
    public TextNotStoredException(Path index) {
        super(index + " stores no texts, and an index stores the texts of all its documents or of none; rebuild it with"
                + " `rebuild --store-text`, or go on without storing texts");
    }

    /** For passages, which need the texts of documents. */
    public TextNotStoredException() {
        super("the index stores no texts, so passages cannot be located; build it with stored text, or give a source of"
                + " the texts (on the command line: build --store-text, or --texts SOURCE)");
    }
}
