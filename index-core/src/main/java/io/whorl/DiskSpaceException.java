package io.whorl;

import java.nio.file.Path;

/** A build stopped before the disk was full; what it was to replace is untouched. */
public final class DiskSpaceException extends WhorlException {
    private final long free;
    private final long needed;

    /**
     * @param directory of the scratch files and runs
     * @param free bytes of the disk that may be used
     * @param needed bytes that the build was about to need, what is to stay free included
     */
    public DiskSpaceException(Path directory, long free, long needed) {
        super("the disk of " + directory + " has " + (free >> 20) + " MiB free, and the build needs " + (needed >> 20)
                + " MiB; make room or build on another disk (scratch files go beside the index), and go on");
        this.free = free;
        this.needed = needed;
    }

    public long free() {
        return free;
    }

    public long needed() {
        return needed;
    }
}
