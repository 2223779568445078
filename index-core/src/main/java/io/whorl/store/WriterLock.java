package io.whorl.store;

import io.whorl.IndexLockedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock of the writer of an index: an operating system lock on the file LOCK, which ends with the process. The file
 * names the holder for error messages, and stays.
 */
final class WriterLock implements Closeable {
    /**
     * The directories that this process has locked, and their holders. POSIX releases all locks of a process on a file
     * when the process closes any channel to it. So a second writer must be refused before it opens LOCK, or the first
     * would lose its lock without noticing.
     */
    private static final Map<Path, String> HOLDERS = new ConcurrentHashMap<>();

    private final Path file;
    private final Path directory;
    private final FileChannel channel;
    private boolean closed;

    private WriterLock(Path file, Path directory, FileChannel channel) {
        this.file = file;
        this.directory = directory;
        this.channel = channel;
    }

    static WriterLock acquire(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent().toRealPath();
        String holder = HOLDERS.putIfAbsent(directory, "another writer in this process");
        if (holder != null) {
            throw new IndexLockedException(file, holder);
        }
        try {
            return lock(file, directory);
        } catch (IOException | RuntimeException e) {
            HOLDERS.remove(directory);
            throw e;
        }
    }

    private static WriterLock lock(Path file, Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IndexLockedException(file, holder(file));
            }
            WriterLock held = new WriterLock(file, directory, channel);
            held.describe("");
            return held;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Records the activity of the holder, for the error message of other writers. */
    void announce(String work) throws IOException {
        describe(", " + work);
        HOLDERS.put(directory, "another writer in this process, " + work);
    }

    private void describe(String what) throws IOException {
        byte[] name = ("process " + ProcessHandle.current().pid() + what).getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        Channels.writeFully(channel, ByteBuffer.wrap(name), 0);
    }

    private static String holder(Path file) throws IOException {
        String name = Files.readString(file, StandardCharsets.UTF_8).strip();
        return name.isEmpty() ? "another process" : name;
    }

    /** Deletes the file while the lock is held. */
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public synchronized void close() throws IOException {
        // An interrupt may have closed the channel, so its state does not show whether the entry is still that of this
        // lock.
        if (!closed) {
            closed = true;
            try {
                // The channel is closed before the entry is removed, so that the next writer of this process cannot
                // open LOCK too early.
                channel.close();
            } finally {
                HOLDERS.remove(directory);
            }
        }
    }
}
