package io.whorl;

/** A scheme's parts are each valid but cannot be used together, or a stored scheme cannot be read. */
public final class InvalidSchemeException extends WhorlException {
    public InvalidSchemeException(String message) {
        super(message);
    }

    public InvalidSchemeException(String message, Throwable cause) {
        super(message, cause);
    }
}
