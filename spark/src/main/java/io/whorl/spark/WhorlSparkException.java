package io.whorl.spark;

import io.whorl.WhorlException;

/** Thrown if a job on Spark cannot start, or has failed. Nothing was committed. */
public final class WhorlSparkException extends WhorlException {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** Why the job cannot start, or has failed. */
    public enum Reason {
        /** The DataFrame has no such column. */
        MISSING_COLUMN,
        /** A column has a type that cannot be used as an id, a text or a date. */
        COLUMN_TYPE,
        /** Rows cannot be indexed, and the options refuse that. */
        REFUSED_ROWS,
        /** No row of the DataFrame is a document that can be indexed. */
        NO_DOCUMENTS,
        /** A task failed as often as Spark allows, or the job was cancelled. */
        JOB_FAILED,
        /** The release of Spark is not supported. */
        SPARK_VERSION
    }

    /** @param message the problem and a remedy */
    public WhorlSparkException(Reason reason, String message) {
        this(reason, message, null);
    }

    /**
     * @param message the problem and a remedy
     * @param cause the error that showed it, or null
     */
    public WhorlSparkException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
