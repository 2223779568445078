package io.whorl;

import java.nio.file.Path;

/** The work was stopped before the disk was full. */
public final class NotEnoughDiskException extends WhorlException {
    /**
     * @param path on the file system that has no room
     * @param needed bytes
     * @param usable bytes
     * @param what they are needed for
     */
    public NotEnoughDiskException(Path path, long needed, long usable, String what) {
        super(String.format(java.util.Locale.ROOT, "%s: the disk has %,d MB left where %,d MB are needed %s; what was"
                + " finished is kept: make room, and resume", path, usable / 1_000_000, needed / 1_000_000, what));
    }
}
