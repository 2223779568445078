package io.whorl.store;

import io.whorl.DiskSpaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * The directory where scratch files go, with an account of what they take, and an eye on what is left of the disk: work
 * that would fill it ends before it has. Thread-safe.
 */
public final class ScratchSpace {
    /** Bytes taken between two questions to the file system. */
    private static final long ASKED = 16 << 20;

    private final Path directory;
    private final long reserve;
    private long alsoFree;
    private final LongSupplier usable;
    private long taken;
    private long peak;
    private long unasked = ASKED;

    /** Not watched. */
    public ScratchSpace(Path directory) {
        this(directory, 0);
    }

    /** @param reserve bytes that are to stay free; 0 to have the disk not watched */
    public ScratchSpace(Path directory, long reserve) {
        this(directory, reserve, () -> usable(directory));
    }

    /** With another way to ask for what is left, for tests. */
    ScratchSpace(Path directory, long reserve, LongSupplier usable) {
        this.directory = directory;
        this.reserve = reserve;
        this.usable = usable;
    }

    private static long usable(Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            // A file system that cannot tell is not watched; writing there fails when it is full.
            return Long.MAX_VALUE;
        }
    }

    public Path directory() {
        return directory;
    }

    /**
     * Says that a file is about to grow.
     *
     * @throws DiskSpaceException if it would take what is to stay free
     */
    public synchronized void take(long bytes) {
        unasked += bytes;
        if (unasked >= ASKED) {
            unasked = 0;
            // As much more may be taken before the next question.
            require(bytes + ASKED);
        }
        taken += bytes;
        peak = Math.max(peak, taken);
    }

    /** Says that a file has gone. */
    public synchronized void giveBack(long bytes) {
        taken -= bytes;
    }

    /** Says that so many bytes more are to stay free from now on, for what comes later. */
    public synchronized void alsoKeepFree(long bytes) {
        alsoFree = bytes;
    }

    /** @throws DiskSpaceException if there are not so many bytes beside those that are to stay free */
    public synchronized void require(long bytes) {
        if (reserve > 0) {
            long free = usable.getAsLong();
            long needed = bytes + reserve + alsoFree;
            if (free < needed) {
                throw new DiskSpaceException(directory, free, needed);
            }
        }
    }

    /** The most that the files took at one time, in bytes. */
    public synchronized long peak() {
        return peak;
    }
}
