package io.whorl;

/** Thrown if a scheme is invalid, does not match another one, or cannot give what is requested. */
public final class SchemeException extends WhorlException {
    private final Reason reason;

    /** Why the scheme cannot be used. */
    public enum Reason {
        /** Its settings cannot be combined, or a stored scheme cannot be read. */
        INVALID,
        /** Fingerprints cannot be compared because they have different schemes. */
        MISMATCH,
        /** It cannot give the requested measure. */
        MEASURE
    }

    private SchemeException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** @param message the problem and a remedy */
    public static SchemeException invalid(String message) {
        return new SchemeException(Reason.INVALID, message, null);
    }

    /**
     * @param message the problem and a remedy
     * @param cause the error that showed it
     */
    public static SchemeException invalid(String message, Throwable cause) {
        return new SchemeException(Reason.INVALID, message, cause);
    }

    /** @param message the problem and a remedy */
    public static SchemeException measure(String message) {
        return new SchemeException(Reason.MEASURE, message, null);
    }

    /**
     * For a fingerprint and an index of different schemes.
     *
     * @param index the scheme of the index, as JSON
     * @param other the scheme of the query's fingerprint, as JSON
     */
    public static SchemeException mismatch(String index, String other) {
        return mismatch("the index has the scheme " + index + " and cannot be queried with a fingerprint of the scheme "
                + other + "; use the scheme of the index (only the selection may differ)");
    }

    /**
     * For two indexes of different schemes.
     *
     * @param older the scheme of the old index, as JSON
     * @param newer the scheme of the new index, as JSON
     */
    public static SchemeException ofIndexes(String older, String newer) {
        return mismatch("the old index has the scheme " + older + " and the new one " + newer
                + ", so their fingerprints cannot be compared; rebuild one of them with the scheme of the other");
    }

    /**
     * For two fingerprints of different schemes.
     *
     * @param a the scheme of one fingerprint, as JSON
     * @param b the scheme of the other, as JSON
     */
    public static SchemeException ofPair(String a, String b) {
        return mismatch("a fingerprint of the scheme " + a + " cannot be compared with a fingerprint of the scheme " + b
                + "; use one scheme for both");
    }

    private static SchemeException mismatch(String message) {
        return new SchemeException(Reason.MISMATCH, message, null);
    }

    public Reason reason() {
        return reason;
    }
}
