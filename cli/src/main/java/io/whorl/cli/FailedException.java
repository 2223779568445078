package io.whorl.cli;

import java.io.IOException;

/** A command has failed. The message is shown to the user as it is. */
final class FailedException extends IOException {
    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
