package io.whorl;

/**
 * This Java process cannot keep a live tier in a Chronicle Map, and a writer demands it. Opening, querying and building
 * need none, nor does a writer that leaves the choice to the process. The message names the missing parts.
 */
public final class LiveTierUnavailableException extends WhorlException {
    public LiveTierUnavailableException(String message) {
        super(message);
    }

    public LiveTierUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
