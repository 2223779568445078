package io.whorl.live;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.CheckedFile;
import io.whorl.store.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The header of a log; docs/FORMAT.md, "The log".
 *
 * @param number number of the log
 * @param sequence sequence number of the last commit before this log
 * @param salt random number that starts the checksum of each frame. A frame of another log in a reused disk block is
 *     therefore not a frame of this log, and neither is one that someone hides in an id
 * @param scheme checksum of the JSON of the scheme
 */
record LogHeader(long number, long sequence, long salt, int scheme) {
    static final int SIZE = 64;
    static final int VERSION = 1;

    private static final String MARK = "WHORLLOG";

    static LogHeader of(long number, long sequence, long salt, Scheme scheme) {
        return new LogHeader(number, sequence, salt, Checksum.of(scheme.toJson().getBytes(StandardCharsets.UTF_8)));
    }

    ByteBuffer encode() {
        ByteBuffer b = CheckedFile.beginHeader(MARK, VERSION, SIZE)
                .putLong(number)
                .putLong(sequence)
                .putLong(salt);
        return CheckedFile.endHeader(b.putInt(scheme));
    }

    /**
     * Reads and checks the header of the log with this number and scheme.
     *
     * @throws CorruptIndexException if it is damaged, or belongs to another log or scheme
     * @throws RefusedException if it is intact and has a newer format version
     */
    static LogHeader read(Path file, FileChannel channel, long number, Scheme scheme) throws IOException {
        ByteBuffer read = ByteBuffer.allocate(SIZE);
        Channels.readUpTo(channel, read, 0);
        ByteBuffer b = CheckedFile.checkHeader(file, read, MARK, VERSION, SIZE);
        LogHeader found = new LogHeader(b.getLong(), b.getLong(), b.getLong(), b.getInt());
        check(file, found.number == number, 16, "it has the number " + found.number + "; its name says " + number);
        check(file, found.sequence >= 0, 24, "sequence " + found.sequence);
        LogHeader wanted = of(number, found.sequence, found.salt, scheme);
        check(file, found.equals(wanted), 40, "its scheme differs from the one in MANIFEST");
        return found;
    }

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
}
