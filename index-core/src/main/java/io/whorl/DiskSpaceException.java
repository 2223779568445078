package io.whorl;

import java.nio.file.Path;

/** Work stopped before the disk was full; the files that it was to replace are untouched. */
public final class DiskSpaceException extends WhorlException {
    private final long free;
    private final long needed;

    /**
     * @param directory of the scratch files and runs
     * @param free bytes of the disk that may be used
     * @param needed bytes that the work was about to need, including those that are to stay free
     */
    public DiskSpaceException(Path directory, long free, long needed) {
        super("the disk of " + directory + " has " + (free >> 20) + " MiB free, and " + (needed >> 20)
                + " MiB are needed; make room, or use another disk: builds and merges put scratch files beside the"
                + " index, queries put them in the directory of java.io.tmpdir");
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
