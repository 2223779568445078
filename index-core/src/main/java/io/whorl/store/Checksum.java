package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.zip.CRC32C;

/** CRC32C, the checksum of all files of an index. */
public final class Checksum {
    private static final int BLOCK = 1 << 16;

    private Checksum() {}

    public static int of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    public static int of(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    public static String hex(String text) {
        return hex(of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** A checksum as eight hexadecimal digits. */
    public static String hex(int checksum) {
        return String.format(Locale.ROOT, "%08x", checksum);
    }

    /** The checksum of a whole file. Needs heap for a buffer of a few kibibytes. */
    public static int of(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return of(channel, 0, channel.size());
        }
    }

    /**
     * The checksum of the bytes of a file from an offset to another. Reads the channel: the JVM does not survive a
     * truncation while it computes the checksum of a mapping.
     */
    public static int of(FileChannel channel, long from, long to) throws IOException {
        CRC32C crc = new CRC32C();
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long at = from; at < to; at += block.limit()) {
            block.clear().limit((int) Math.min(BLOCK, to - at));
            Channels.readFully(channel, block, at);
            crc.update(block.flip());
        }
        return (int) crc.getValue();
    }
}
