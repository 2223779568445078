package io.whorl;

import java.nio.file.Path;

/** Thrown before a disk is full. The files that the work was to replace are unchanged. */
public final class DiskSpaceException extends WhorlException {
    private final long free;
    private final long needed;

    /**
     * @param directory the directory of the scratch files and runs
     * @param free the number of bytes that the disk has free
     * @param needed the number of bytes needed, including those that stay free
     */
    public DiskSpaceException(Path directory, long free, long needed) {
        super("the disk of " + directory + " has " + (free >> 20) + " MiB free, and " + (needed >> 20)
                + " MiB are needed; free some space, or use another disk: builds and merges write scratch"
                + " files next to the"
                + " index, queries write them to the directory of java.io.tmpdir");
        this.free = free;
        this.needed = needed;
    }

    /** The number of bytes that the disk has free. */
    public long free() {
        return free;
    }

    /** The number of bytes needed, including those that stay free. */
    public long needed() {
        return needed;
    }
}
