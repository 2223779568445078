package io.whorl.corpus;

import java.io.IOException;

/** The file system, not the content, failed; kept apart because every other {@link IOException} means damage. */
final class SourceAccessException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The exception's kind is named: the messages of many consist of nothing but the file's name. */
    SourceAccessException(IOException cause) {
        super(cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
    }
}
