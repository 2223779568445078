package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.UnsupportedFormatException;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The record of a clean close: the first bytes of a log, up to a length, are complete. With it, a reader distinguishes
 * damage at the end of a log from a frame that was being written. The record stays true when the log grows, because a
 * log is never truncated below its last commit.
 *
 * @param number number of the log
 * @param salt salt of the log
 * @param length complete bytes of the log
 */
record CloseRecord(long number, long salt, long length) {
    static final String NAME = "CLOSED";

    private static final long MAGIC = LogHeader.magic("WHORLEND");
    private static final int VERSION = 1;
    private static final int SIZE = 40;
    private static final int CHECKSUM = SIZE - 4;

    /** Replaces the record of a directory, durably and atomically. */
    void write(Path directory) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(MAGIC).putInt(VERSION).putLong(number).putLong(salt).putLong(length);
        b.putInt(Checksum.of(b.array(), 0, CHECKSUM)).flip();
        Path next = directory.resolve(NAME + ".tmp");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            Channels.writeFully(channel, b, 0);
            channel.force(true);
        }
        Files.move(next, directory.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        IndexFiles.force(directory);
    }

    /**
     * Reads the record of a directory; empty if there is none.
     *
     * @throws CorruptIndexException if it is damaged. It is renamed into place when complete, so it is never partially
     *     written
     */
    static Optional<CloseRecord> read(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        // One byte more than the size, to detect a longer file.
        ByteBuffer b = ByteBuffer.allocate(SIZE + 1).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Channels.readUpTo(channel, b, 0);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (b.position() != SIZE
                || b.getLong(0) != MAGIC
                || Checksum.of(b.array(), 0, CHECKSUM) != b.getInt(CHECKSUM)) {
            throw new CorruptIndexException(
                    file, Math.min(SIZE, b.position()), "it is not the record of a clean close");
        }
        if (b.getInt(8) > VERSION) {
            throw new UnsupportedFormatException(file, b.getInt(8), VERSION);
        }
        return Optional.of(new CloseRecord(b.getLong(12), b.getLong(20), b.getLong(28)));
    }

    boolean isOf(LogHeader log) {
        return number == log.number() && salt == log.salt();
    }
}
