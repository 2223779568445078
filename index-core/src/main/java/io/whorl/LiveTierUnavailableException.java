package io.whorl;

/**
 * Thrown if a writer requires a live tier in a Chronicle Map and this Java process cannot have one. Opening, querying
 * and building do not need it, and by default a writer works without it. The message names what is missing.
 */
public final class LiveTierUnavailableException extends WhorlException {
    /** @param message the problem and a remedy */
    public LiveTierUnavailableException(String message) {
        super(message);
    }

    /**
     * @param message the problem and a remedy
     * @param cause the error that showed it
     */
    public LiveTierUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
