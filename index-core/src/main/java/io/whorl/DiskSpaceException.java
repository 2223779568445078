package io.whorl;

import java.nio.file.Path;

/** A build or a merge stopped before the disk was full; what it was to replace is untouched. */
public final class DiskSpaceException extends WhorlException {
    private final long free;
    private final long needed;

    /**
     * @param directory of the scratch files and runs
     * @param free bytes of the disk that may be used
     * @param needed bytes that were about to be needed, what is to stay free included
     */
    public DiskSpaceException(Path directory, long free, long needed) {
        super("the disk of " + directory + " has " + (free >> 20) + " MiB free, and " + (needed >> 20)
                + " MiB are needed; make room or build on another disk (scratch files go beside the index), and go on");
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
