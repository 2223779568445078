package io.whorl;

/** Thrown if fingerprints cannot be compared because they have different schemes. */
public final class SchemeMismatchException extends WhorlException {
    /**
     * For a fingerprint and an index of different schemes.
     *
     * @param index the scheme of the index, as JSON
     * @param other the scheme of the query's fingerprint, as JSON
     */
    public SchemeMismatchException(String index, String other) {
        this("the index has the scheme " + index + " and cannot be queried with a fingerprint of the scheme " + other
                + "; use the scheme of the index (only the selection may differ)");
    }

    /**
     * For two indexes of different schemes.
     *
     * @param older the scheme of the old index, as JSON
     * @param newer the scheme of the new index, as JSON
     */
    public static SchemeMismatchException ofIndexes(String older, String newer) {
        return new SchemeMismatchException("the old index has the scheme " + older + " and the new one " + newer
                + ", so their fingerprints cannot be compared; rebuild one of them with the scheme of the other");
    }

    private SchemeMismatchException(String message) {
        super(message);
    }

    /**
     * For two fingerprints of different schemes.
     *
     * @param a the scheme of one fingerprint, as JSON
     * @param b the scheme of the other, as JSON
     */
    public static SchemeMismatchException ofPair(String a, String b) {
        return new SchemeMismatchException("a fingerprint of the scheme " + a
                + " cannot be compared with a fingerprint of the scheme " + b + "; use one scheme for both");
    }
}
