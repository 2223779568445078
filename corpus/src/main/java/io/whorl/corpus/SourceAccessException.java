package io.whorl.corpus;

import java.io.IOException;

/** A failure of the file system, as opposed to damaged content, which every other {@link IOException} means. */
final class SourceAccessException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Includes the class of the cause, because many messages consist only of the file name. */
    SourceAccessException(IOException cause) {
        super(cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
    }
}
