package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.UnsupportedFormatException;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The first bytes of a log; docs/FORMAT.md, "The log".
 *
 * @param number the log's
 * @param sequence of the last commit before this log
 * @param salt a random number that the checksums of this log's frames begin with: neither a frame of another log that a
 *     file system left in these blocks, nor one that somebody put in an id, is then one of this log's
 * @param bits W
 * @param frequencies whether the scheme keeps them
 * @param scheme checksum of its JSON
 */
record LogHeader(long number, long sequence, long salt, int bits, boolean frequencies, int scheme) {
    static final int SIZE = 64;
    static final int VERSION = 1;

    private static final long MAGIC = magic("WHORLLOG");
    private static final int CHECKSUM = SIZE - 4;

    static LogHeader of(long number, long sequence, long salt, Scheme scheme) {
        return new LogHeader(
                number,
                sequence,
                salt,
                scheme.hashing().bits(),
                scheme.frequencies(),
                Checksum.of(scheme.toJson().getBytes(StandardCharsets.UTF_8)));
    }

    /** Eight letters as a number of which they are the little-endian bytes. */
    static long magic(String letters) {
        return ByteBuffer.wrap(letters.getBytes(StandardCharsets.US_ASCII))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    ByteBuffer encode() {
        ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(MAGIC)
                .putInt(VERSION)
                .putInt(bits)
                .putLong(number)
                .putLong(sequence)
                .putLong(salt)
                .putInt(frequencies ? 1 : 0)
                .putInt(scheme);
        return b.position(CHECKSUM).putInt(Checksum.of(b.array(), 0, CHECKSUM)).flip();
    }

    /**
     * Reads the header of the log of this number and scheme.
     *
     * @throws CorruptIndexException if it is damaged, or another's
     * @throws UnsupportedFormatException if it is whole but of a newer version
     */
    static LogHeader read(Path file, FileChannel channel, long number, Scheme scheme) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        Channels.readUpTo(channel, b, 0);
        check(!b.hasRemaining(), file, b.position(), "the file ends within its header");
        b.flip();
        check(b.getLong() == MAGIC, file, 0, "it does not begin with WHORLLOG");
        // Before the version is believed: every version keeps its checksum here.
        check(
                Checksum.of(b.array(), 0, CHECKSUM) == b.getInt(CHECKSUM),
                file,
                CHECKSUM,
                "the header's checksum does not match");
        int version = b.getInt();
        if (version > VERSION) {
            throw new UnsupportedFormatException(file, version, VERSION);
        }
        check(version == VERSION, file, 8, "version " + version + " is unknown");
        int bits = b.getInt();
        LogHeader found = new LogHeader(b.getLong(), b.getLong(), b.getLong(), bits, b.getInt() != 0, b.getInt());
        check(found.number == number, file, 16, "it is log " + found.number + ", not " + number);
        check(found.sequence >= 0, file, 24, "sequence " + found.sequence);
        LogHeader wanted = of(number, found.sequence, found.salt, scheme);
        check(found.equals(wanted), file, 12, "its scheme is not the one in MANIFEST");
        return found;
    }

    private static void check(boolean holds, Path file, long at, String reason) {
        if (!holds) {
            throw new CorruptIndexException(file, at, reason);
        }
    }
}
