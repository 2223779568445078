package io.whorl;

/** A fingerprint and an index were made by recipes that cannot be compared. */
public final class SchemeMismatchException extends WhorlException {
    public SchemeMismatchException(String index, String other) {
        super("the index was made by the scheme " + index + " and cannot be asked with a fingerprint made by " + other
                + "; fingerprint with the index's scheme (only the selection may differ)");
    }
}
