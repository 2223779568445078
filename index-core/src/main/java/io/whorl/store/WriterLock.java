package io.whorl.store;

import io.whorl.RefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lock of a directory: an operating system lock on a file in it, which ends with the process. The file names the
 * holder for error messages, and stays.
 */
public final class WriterLock implements Closeable {
    /**
     * The prefix of a system property for each directory that this process has locked; its value describes the holder.
     * POSIX releases all locks of a process on a file when the process closes any channel to it. So a second holder
     * must be refused before it opens the file, or the first would lose its lock without noticing. System properties
     * are the same for all class loaders, each of which may have loaded this class.
     */
    private static final String HOLDER = "io.whorl.lock:";

    private static final Pattern PROCESS = Pattern.compile("process (\\d{1,18})\\b.*");

    private final Path file;
    private final String property;
    private final String role;
    private final FileChannel channel;
    private boolean closed;

    private WriterLock(Path file, String property, String role, FileChannel channel) {
        this.file = file;
        this.property = property;
        this.role = role;
        this.channel = channel;
    }

    /**
     * Locks a directory.
     *
     * @param file the file to lock; it is created if it does not exist
     * @param role describes a holder of this lock, such as "another writer"
     * @throws RefusedException if this process or another one holds the lock
     */
    public static WriterLock acquire(Path file, String role) throws IOException {
        Path directory = file.toAbsolutePath().getParent().toRealPath();
        String property = HOLDER + System.identityHashCode(directory.getFileSystem()) + ":" + directory;
        Object holder = System.getProperties().putIfAbsent(property, role + " in this process");
        if (holder != null) {
            throw RefusedException.locked(file, holder.toString());
        }
        return Channels.orElse(() -> System.getProperties().remove(property), () -> lock(file, property, role));
    }

    private static WriterLock lock(Path file, String property, String role) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return Channels.orElse(channel, () -> {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw RefusedException.locked(file, holder(file, role));
            }
            WriterLock held = new WriterLock(file, property, role, channel);
            held.describe("");
            return held;
        });
    }

    /** Records the activity of the holder, for the error message of other writers. */
    void announce(String work) throws IOException {
        describe(", " + work);
        System.getProperties().put(property, role + " in this process, " + work);
    }

    private void describe(String what) throws IOException {
        byte[] name = ("process " + ProcessHandle.current().pid() + what).getBytes(StandardCharsets.UTF_8);
        channel.truncate(0);
        Channels.writeFully(channel, ByteBuffer.wrap(name), 0);
    }

    /**
     * The holder, if the file names it: a killed holder leaves its name, which stays until the next one writes its own.
     */
    private static String holder(Path file, String role) throws IOException {
        Matcher name =
                PROCESS.matcher(Files.readString(file, StandardCharsets.UTF_8).strip());
        return name.matches() && isAnotherProcess(Long.parseLong(name.group(1)))
                ? name.group()
                : role + " in another process";
    }

    private static boolean isAnotherProcess(long pid) {
        return pid != ProcessHandle.current().pid()
                && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    public void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private void removeName() {
        try {
            // An interrupt would close the channel before the name is removed.
            Channels.uninterrupted(() -> channel.truncate(0));
        } catch (IOException e) {
            // Only messages use the name. The channel may be closed.
        }
    }

    @Override
    public synchronized void close() throws IOException {
        // An interrupt may have closed the channel, so its state does not show whether the entry is still that of this
        // lock.
        if (!closed) {
            closed = true;
            // The channel is closed before the property is removed, so that the next holder in this process cannot open
            // the file too early.
            try (channel) {
                removeName();
            } finally {
                System.getProperties().remove(property);
            }
        }
    }
}
