package io.whorl;

import java.nio.file.Path;

/** Thrown if a search for pairs cannot use its work directory as requested. Nothing was changed. */
public final class WorkRefusedException extends WhorlException {
    private final Reason reason;

    /** The reason. */
    public enum Reason {
        /** The directory has unfinished work, and the search was not asked to resume it. */
        UNFINISHED,
        /** The index or the options differ from those of the unfinished work. */
        CHANGED,
        /** A file of the unfinished work is damaged. */
        DAMAGED
    }

    /**
     * @param directory the work directory
     * @param message the problem and a remedy
     */
    public WorkRefusedException(Path directory, Reason reason, String message) {
        this(directory, reason, message, null);
    }

    /**
     * @param directory the work directory
     * @param message the problem and a remedy
     * @param cause the error that showed it
     */
    public WorkRefusedException(Path directory, Reason reason, String message, Throwable cause) {
        super(directory + ": " + message, cause);
        this.reason = reason;
    }

    /** The reason. */
    public Reason reason() {
        return reason;
    }
}
