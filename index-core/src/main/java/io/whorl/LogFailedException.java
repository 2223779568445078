package io.whorl;

import java.nio.file.Path;

/**
 * Thrown if the write-ahead log of an index could not be forced to disk, or could not be restored after a failed write.
 * How much of the last commit is on disk is unknown, so the writer accepts no more changes.
 */
public final class LogFailedException extends WhorlException {
    private final transient Path log;

    /**
     * @param log the file of the log
     * @param cause the error of the file system
     */
    public LogFailedException(Path log, Throwable cause) {
        super(
                log + " failed: " + cause
                        + "; repair the disk, then close the index and open it again: all commits that"
                        + " returned are safe, and the failed commit is applied completely or not at all",
                cause);
        this.log = log;
    }

    /** The file of the log. */
    public Path log() {
        return log;
    }
}
