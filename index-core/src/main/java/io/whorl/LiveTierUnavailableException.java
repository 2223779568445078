package io.whorl;

/**
 * This Java process cannot keep a live tier, so it cannot write an index as it goes; opening, asking and building need
 * none. The message says what to pass to {@code java}, or what to put on the class path.
 */
public final class LiveTierUnavailableException extends WhorlException {
    public LiveTierUnavailableException(String message) {
        super(message);
    }
}
