package io.whorl.cli.console;

import java.io.IOException;

/** The reader of standard output has gone, such as {@code head} that has seen enough. */
final class ClosedOutputException extends IOException {
    private static final long serialVersionUID = 1;

    ClosedOutputException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
