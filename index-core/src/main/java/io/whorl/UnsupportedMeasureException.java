package io.whorl;

/** Thrown if the scheme of an index cannot give the requested measure. */
public final class UnsupportedMeasureException extends WhorlException {
    /** @param message the problem and a remedy */
    public UnsupportedMeasureException(String message) {
        super(message);
    }
}
