package io.whorl.store;

import io.whorl.IndexLockedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The one writer's hold on an index: a lock of the operating system on LOCK, which dies with its process. The file itself
 * says who holds it, for the message, and stays.
 */
final class WriterLock implements Closeable {
    private final Path file;
    private final FileChannel channel;

    private WriterLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    static WriterLock take(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IndexLockedException(file, holder(file));
            }
            byte[] name = ("process " + ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
            channel.truncate(0);
            Channels.writeFully(channel, ByteBuffer.wrap(name), 0);
            return new WriterLock(file, channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IndexLockedException(file, "another writer in this process");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
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
        channel.close();
    }
}
