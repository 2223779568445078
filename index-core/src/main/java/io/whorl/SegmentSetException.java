package io.whorl;

import java.nio.file.Path;

/** Thrown if a segment set cannot be read, committed, adopted or queried. Nothing was changed. */
public final class SegmentSetException extends WhorlException {
    private final Reason reason;

    /** The reason. */
    public enum Reason {
        /** The directory is not a segment set. */
        NOT_A_SET,
        /** The directory already is a segment set. */
        EXISTS,
        /** A file of the set is missing or damaged, or is not the one that was committed. */
        DAMAGED,
        /** Two shards, or the set and the index, differ in their scheme. */
        SCHEME,
        /** Two shards, or the set and the index, differ in an option of the build. */
        OPTIONS,
        /** Another version of Whorl wrote the set or a shard. */
        VERSION,
        /** Several documents have one id, and the options refuse that. */
        REPEATED_ID
    }

    /**
     * @param place the directory or file
     * @param message the problem and a remedy
     */
    public SegmentSetException(Path place, Reason reason, String message) {
        this(place.toString(), reason, message, null);
    }

    /**
     * @param place the directory, file or shard
     * @param message the problem and a remedy
     * @param cause the error that showed it, or null
     */
    public SegmentSetException(String place, Reason reason, String message, Throwable cause) {
        super(place + ": " + message, cause);
        this.reason = reason;
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }
}
