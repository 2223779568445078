package io.whorl;

import java.nio.file.Path;

/** Thrown if a writer cannot go on as requested. */
public final class WriterException extends WhorlException {
    private final Reason reason;

    /** Why the writer cannot go on. */
    public enum Reason {
        /**
         * The write-ahead log could not be forced to disk, or could not be restored after a failed write. How much of
         * the last commit is on disk is unknown, so the writer accepts no more changes.
         */
        LOG,
        /**
         * Merges fail, and the index has reached the number of segments allowed in that case. Documents that were added
         * stay in the writer and are part of the next successful commit.
         */
        MERGES,
        /**
         * The writer requires a live tier in a Chronicle Map, and this Java process cannot have one. Opening, querying
         * and building do not need it, and by default a writer works without it. The message names what is missing.
         */
        LIVE_TIER,
        /** The changes of a commit were rolled back before they were written. The writer can still be used. */
        ROLLED_BACK
    }

    private WriterException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * @param log the file of the log
     * @param cause the error of the file system
     */
    public static WriterException log(Path log, Throwable cause) {
        return new WriterException(
                Reason.LOG,
                log + " failed: " + cause + "; repair the disk, then close the index and open it again: all commits"
                        + " that returned are safe, and the failed commit is applied completely or not at all",
                cause);
    }

    /** The same failure of the log, for a later call. */
    public static WriterException again(WriterException first) {
        return new WriterException(first.reason, first.getMessage(), first);
    }

    /**
     * @param index the directory of the index
     * @param segments the number of its segments
     * @param cause the error of the last failed merge
     */
    public static WriterException merges(Path index, int segments, Throwable cause) {
        return new WriterException(
                Reason.MERGES,
                index + " has " + segments + " segments, and merging them fails: " + cause + "; nothing was committed,"
                        + " and added documents are kept: remove the cause, then call again, which merges first",
                cause);
    }

    /**
     * @param message the problem and a remedy
     * @param cause the error that showed it, or null
     */
    public static WriterException liveTier(String message, Throwable cause) {
        return new WriterException(Reason.LIVE_TIER, message, cause);
    }

    /** A commit waited while its changes were rolled back. */
    public static WriterException rolledBack() {
        return new WriterException(
                Reason.ROLLED_BACK,
                "the changes of this commit were rolled back before they were written; add them again if they are"
                        + " still wanted",
                null);
    }

    public Reason reason() {
        return reason;
    }
}
