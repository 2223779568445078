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
 * The one writer's hold on an index: a lock of the operating system on LOCK, which dies with its process. The file
 * itself says who holds it, for the message, and stays.
 */
final class WriterLock implements Closeable {
    /**
     * What this process holds, by directory, and what for. POSIX drops all of a process's locks on a file when it
     * closes any channel to it, so a second writer must be turned away before it opens LOCK, or the first would lose
     * its hold unawares.
     */
    private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

    private final Path file;
    private final Path directory;
    private final FileChannel channel;

    private WriterLock(Path file, Path directory, FileChannel channel) {
        this.file = file;
        this.directory = directory;
        this.channel = channel;
    }

    static WriterLock acquire(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent().toRealPath();
        String holder = HELD.putIfAbsent(directory, "another writer in this process");
        if (holder != null) {
            throw new IndexLockedException(file, holder);
        }
        try {
            return lock(file, directory);
        } catch (IOException | RuntimeException e) {
            HELD.remove(directory);
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
            held.say("");
            return held;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Says what it is held for, to those who are turned away. */
    void announce(String work) throws IOException {
        say(", " + work);
        HELD.put(directory, "another writer in this process, " + work);
    }

    private void say(String what) throws IOException {
        byte[] name = ("process " + ProcessHandle.current().pid() + what).getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        Channels.writeFully(channel, ByteBuffer.wrap(name), 0);
    }

    private static String holder(Path file) throws IOException {
        String name = Files.readString(file, StandardCharsets.UTF_8).strip();
        return name.isEmpty() ? "another process" : name;
    }

    /** Removes the file while it is still held. */
    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            // Released before the next writer of this process may open LOCK, not after.
            channel.close();
            HELD.remove(directory);
        }
    }
}
