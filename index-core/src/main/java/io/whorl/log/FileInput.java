package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.store.Channels;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads a range of a file through a buffer, and computes the checksum of the bytes read. */
final class FileInput extends OperationInput {
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final CRC32C crc = new CRC32C();
    /** The file offset of the end of the buffered bytes. */
    private long place;

    FileInput(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
        bytes = buffer.array();
    }

    void open(long from, long length) {
        place = from;
        later = length;
        at = 0;
        limit = 0;
        crc.reset();
    }

    @Override
    void refill() throws IOException {
        limit = (int) Math.min(BUFFER, later);
        Channels.readUpTo(channel, buffer.clear().limit(limit), place);
        if (buffer.hasRemaining()) {
            // The file had these bytes when it was opened, so a failed frame was truncated.
            throw new EOFException(file + " ends at byte " + (place + buffer.position()));
        }
        at = 0;
        place += limit;
        later -= limit;
        crc.update(bytes, 0, limit);
    }

    /** The checksum of a whole range. */
    int checksum(long from, long length) throws IOException {
        open(from, length);
        while (later > 0) {
            refill();
        }
        return checksum();
    }

    /** The checksum of the bytes read since {@link #open}. */
    int checksum() {
        return (int) crc.getValue();
    }

    @Override
    CorruptIndexException damaged(String reason) {
        return new CorruptIndexException(file, place - limit + at, reason);
    }
}
