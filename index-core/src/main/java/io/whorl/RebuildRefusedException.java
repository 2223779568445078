package io.whorl;

import java.nio.file.Path;

/** A rebuild cannot be begun or gone on with as it was asked for; nothing was changed. */
public final class RebuildRefusedException extends WhorlException {
    private final Reason reason;

    /** Why. */
    public enum Reason {
        /** No unfinished rebuild is there. */
        NOTHING_TO_RESUME,
        /** Scheme, options or sources are not those of the rebuild that was begun. */
        CHANGED,
        /** Documents were added to the index, or deleted, since the rebuild was begun. */
        INDEX_CHANGED,
        /** What the rebuild had finished is damaged. */
        DAMAGED
    }

    /**
     * @param index the index's directory
     * @param what is the matter, and what to do
     */
    public RebuildRefusedException(Path index, Reason reason, String what) {
        this(index, reason, what, null);
    }

    /** @param cause the error that showed it */
    public RebuildRefusedException(Path index, Reason reason, String what, Throwable cause) {
        super(index + ": " + what, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
