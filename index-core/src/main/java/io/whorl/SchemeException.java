package io.whorl;

import java.nio.file.Path;

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
     * @param differences the settings that differ, with the value of the index before that of the fingerprint
     */
    public static SchemeException mismatch(String differences) {
        return of(
                "the schemes of the index and of the fingerprint",
                differences,
                "use the scheme of the index (only the selection may differ)");
    }

    /**
     * For an index that is opened with another scheme than it has.
     *
     * @param differences the settings that differ, with the value of the index before the requested one
     */
    public static SchemeException ofIndex(Path index, String differences) {
        return of(
                "the schemes of " + index + " and of this call",
                differences,
                "open it with its own scheme, or rebuild it with this one");
    }

    /**
     * For two indexes of different schemes.
     *
     * @param differences the settings that differ, with the value of the old index before that of the new one
     */
    public static SchemeException ofIndexes(String differences) {
        return of(
                "the schemes of the old index and of the new one",
                differences,
                "rebuild one of them with the scheme of the other");
    }

    /**
     * For two fingerprints of different schemes.
     *
     * @param differences the settings that differ, with the values of both
     */
    public static SchemeException ofPair(String differences) {
        return of("the schemes of two fingerprints", differences, "use one scheme for both");
    }

    private static SchemeException of(String schemes, String differences, String remedy) {
        return new SchemeException(
                Reason.MISMATCH,
                schemes + " differ, so fingerprints cannot be compared: " + differences + "; " + remedy,
                null);
    }

    public Reason reason() {
        return reason;
    }
}
