package io.whorl;

import java.nio.file.Path;

/**
 * The write-ahead log of an index could not be made durable, or not be put back as it was, and nobody can say what of
 * the last commit the disk holds. The writer takes nothing more.
 */
public final class LogFailedException extends WhorlException {
    private final transient Path log;

    /**
     * @param log its file
     * @param cause what the file system said
     */
    public LogFailedException(Path log, Throwable cause) {
        super(
                log + " failed: " + cause
                        + "; see to the disk, then close the index and open it again: every commit that had"
                        + " returned is safe, and the one that failed is there whole or not at all",
                cause);
        this.log = log;
    }

    public Path log() {
        return log;
    }
}
