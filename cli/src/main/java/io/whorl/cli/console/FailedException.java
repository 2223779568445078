package io.whorl.cli.console;

import java.io.IOException;

/** What a command was asked to do could not be done; the message is for the user as it stands. */
public final class FailedException extends IOException {
    public FailedException(String message) {
        super(message);
    }
}
