package io.whorl;

import java.nio.file.Path;

/** Thrown if a rebuild cannot start or resume as requested. Nothing was changed. */
public final class RebuildRefusedException extends WhorlException {
    private final Reason reason;

    /** The reason. */
    public enum Reason {
        /** There is no unfinished rebuild. */
        NOTHING_TO_RESUME,
        /** The scheme, the options or the sources differ from those of the unfinished rebuild. */
        CHANGED,
        /** Documents were added to the index or deleted since the rebuild started. */
        INDEX_CHANGED,
        /** The finished part of the rebuild is damaged. */
        DAMAGED
    }

    /**
     * @param index the directory of the index
     * @param message the problem and a remedy
     */
    public RebuildRefusedException(Path index, Reason reason, String message) {
        this(index, reason, message, null);
    }

    /**
     * @param index the directory of the index
     * @param message the problem and a remedy
     * @param cause the error that showed it
     */
    public RebuildRefusedException(Path index, Reason reason, String message, Throwable cause) {
        super(index + ": " + message, cause);
        this.reason = reason;
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }
}
