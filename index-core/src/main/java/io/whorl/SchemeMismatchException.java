package io.whorl;

/** Fingerprints cannot be compared because different schemes made them. */
public final class SchemeMismatchException extends WhorlException {
    /**
     * A query does not fit an index.
     *
     * @param index the scheme of the index, as JSON
     * @param other the scheme of the query's fingerprint, as JSON
     */
    public SchemeMismatchException(String index, String other) {
        this("the index was made by the scheme " + index + " and cannot be queried with a fingerprint made by " + other
                + "; fingerprint with the index's scheme (only the selection may differ)");
    }

    private SchemeMismatchException(String message) {
        super(message);
    }

    /**
     * Two fingerprints do not fit each other.
     *
     * @param a the scheme of one fingerprint, as JSON
     * @param b the scheme of the other, as JSON
     */
    public static SchemeMismatchException ofPair(String a, String b) {
        return new SchemeMismatchException("a fingerprint made by the scheme " + a
                + " cannot be compared with a fingerprint made by " + b + "; make both by one scheme");
    }
}
