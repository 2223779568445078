package io.whorl.cli;

import java.io.IOException;

/** What a command was asked to do could not be done; the message is for the user as it stands. */
final class FailedException extends IOException {
    FailedException(String message) {
        super(message);
    }
}
