package io.whorl;

/** Thrown if the settings of a scheme cannot be combined, or a stored scheme cannot be read. */
public final class InvalidSchemeException extends WhorlException {
    /** @param message the problem and a remedy */
    public InvalidSchemeException(String message) {
        super(message);
    }

    /**
     * @param message the problem and a remedy
     * @param cause the error that showed it
     */
    public InvalidSchemeException(String message, Throwable cause) {
        super(message, cause);
    }
}
