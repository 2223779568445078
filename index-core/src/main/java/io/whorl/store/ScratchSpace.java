package io.whorl.store;

import io.whorl.DiskSpaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The directory for scratch files, with the disk space that they use. Reserving space fails before the disk is full.
 * Thread-safe.
 */
public final class ScratchSpace {
    /** Bytes to reserve between two queries of the free space. */
    private static final long QUERY_INTERVAL = 16 << 20;

    private final Path directory;
    private final long reserve;
    private long alsoFree;
    private final LongSupplier usable;
    private long taken;
    private long peak;
    private long sinceQuery = QUERY_INTERVAL;

    /** Without a check of the free space. */
    public ScratchSpace(Path directory) {
        this(directory, 0);
    }

    /** @param reserve bytes of the disk to keep free; 0 disables the check */
    public ScratchSpace(Path directory, long reserve) {
        this(directory, reserve, () -> usable(directory));
    }

    /** With another source of the free space, for tests. */
    ScratchSpace(Path directory, long reserve, LongSupplier usable) {
        this.directory = directory;
        this.reserve = reserve;
        this.usable = usable;
    }

    private static long usable(Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            // Free space is unknown here, and not checked; a write fails when the disk is full.
            return Long.MAX_VALUE;
        }
    }

    public Path directory() {
        return directory;
    }

    /**
     * Reserves space before a file grows.
     *
     * @throws DiskSpaceException if less than the reserve would stay free
     */
    public synchronized void take(long bytes) {
        sinceQuery += bytes;
        if (sinceQuery >= QUERY_INTERVAL) {
            sinceQuery = 0;
            // Up to QUERY_INTERVAL more bytes may be reserved before the next query.
            require(bytes + QUERY_INTERVAL);
        }
        taken += bytes;
        peak = Math.max(peak, taken);
    }

    /** Counts space that a file has already. */
    synchronized void count(long bytes) {
        taken += bytes;
        peak = Math.max(peak, taken);
    }

    /** Returns the space of a file that was deleted. */
    public synchronized void giveBack(long bytes) {
        taken -= bytes;
    }

    /** Sets a number of bytes to keep free in addition, for later steps. */
    public synchronized void alsoKeepFree(long bytes) {
        alsoFree = bytes;
    }

    /**
     * Checks the free space.
     *
     * @throws DiskSpaceException if {@code bytes} plus the reserve are not free
     */
    public synchronized void require(long bytes) {
        if (reserve > 0) {
            long free = usable.getAsLong();
            long needed = bytes + reserve + alsoFree;
            if (free < needed) {
                throw new DiskSpaceException(directory, free, needed);
            }
        }
    }

    /** The maximum space that the files used at one time, in bytes. */
    public synchronized long peak() {
        return peak;
    }
}
