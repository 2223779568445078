package io.whorl.cli;

import java.io.IOException;

/** The reader of standard output has closed it, as {@code head} does after its last line. */
final class ClosedOutputException extends IOException {
    private static final long serialVersionUID = 1;

    public ClosedOutputException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
