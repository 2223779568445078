package io.whorl.log;

import io.whorl.store.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The header of a frame; docs/FORMAT.md, "Frames".
 *
 * @param kind {@link #COMMIT} or {@link #END}
 * @param length number of bytes that follow the header
 * @param sequence sequence number of the commit; for END, that of the last commit
 * @param checksum checksum of the bytes that follow the header
 */
record FrameHeader(int kind, int length, long sequence, int checksum) {
    static final int SIZE = 28;
    /** "WHFR". */
    static final int MAGIC = 0x52464857;

    static final int COMMIT = 1;
    static final int END = 2;

    private static final int CHECKSUM = SIZE - 4;
    /** Bytes that a search for a header reads at a time. */
    private static final int BUFFER = 1 << 16;

    byte[] encode(long salt) {
        ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(MAGIC).putInt(kind).putInt(length).putInt(checksum).putLong(sequence);
        return b.putInt(checksum(b.array(), 0, salt)).array();
    }

    /** The checksum of the header in a log, which also depends on the bytes that follow it. */
    int mark(long salt) {
        return ByteBuffer.wrap(encode(salt)).order(ByteOrder.LITTLE_ENDIAN).getInt(CHECKSUM);
    }

    /** Decodes a header; empty if the bytes are not a header of the log with this salt. */
    static Optional<FrameHeader> decode(byte[] bytes, int at, long salt) {
        ByteBuffer b = ByteBuffer.wrap(bytes, at, SIZE).order(ByteOrder.LITTLE_ENDIAN);
        if (b.getInt() != MAGIC || checksum(bytes, at, salt) != b.getInt(at + CHECKSUM)) {
            return Optional.empty();
        }
        int kind = b.getInt();
        int length = b.getInt();
        int payload = b.getInt();
        return Optional.of(new FrameHeader(kind, length, b.getLong(), payload));
    }

    private static int checksum(byte[] bytes, int at, long salt) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, salt));
        crc.update(bytes, at, CHECKSUM);
        return (int) crc.getValue();
    }

    /**
     * Returns the offset of the first valid header of a frame after damaged bytes. The frame itself need not be
     * complete: a writer starts a frame only when the previous one is durable. So each byte is read once, whatever
     * lengths the headers contain.
     *
     * @param from the first offset to consider
     * @param size bytes of the file
     */
    static OptionalLong next(FileChannel channel, long from, long size, long salt) throws IOException {
        ByteBuffer b = ByteBuffer.allocate((int) Math.min(BUFFER, size)).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = from; size - at >= SIZE; at += BUFFER - SIZE + 1) {
            Channels.readUpTo(channel, b.clear().limit((int) Math.min(BUFFER, size - at)), at);
            for (int i = 0, end = b.position() - SIZE; i <= end; i++) {
                if (b.getInt(i) == MAGIC && decode(b.array(), i, salt).isPresent()) {
                    return OptionalLong.of(at + i);
                }
            }
        }
        return OptionalLong.empty();
    }
}
