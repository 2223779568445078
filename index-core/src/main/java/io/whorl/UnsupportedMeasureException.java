package io.whorl;

/** A measure was asked for that the index's scheme cannot give. */
public final class UnsupportedMeasureException extends WhorlException {
    public UnsupportedMeasureException(String message) {
        super(message);
    }
}
