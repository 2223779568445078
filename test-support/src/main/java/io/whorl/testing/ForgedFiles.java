package io.whorl.testing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Corrects the checksums of changed files of an index, as a forger would, so that only the contents reveal the change.
 * Follows docs/FORMAT.md and uses none of the code that is tested. No argument causes an error.
 */
public final class ForgedFiles {
    /** The size of the header of a segment. */
    public static final int SEGMENT_HEADER = 1_024;

    private static final int DIRECTORY = 256;
    private static final int DIRECTORY_ENTRY = 20;
    private static final int SECTIONS = 19;
    private static final int DEATHS_HEADER = 64;
    private static final int BLOCK = 4_096;
    private static final int END_MARK = 8;

    private ForgedFiles() {}

    /** The offset in the file of a section of a segment. */
    public static int offset(byte[] segment, int section) {
        return (int) little(segment).getLong(DIRECTORY + section * DIRECTORY_ENTRY);
    }

    /** The length of a section of a segment. */
    public static int length(byte[] segment, int section) {
        return (int) little(segment).getLong(DIRECTORY + section * DIRECTORY_ENTRY + 8);
    }

    /** Corrects all checksums of a segment, in place. */
    public static byte[] segment(byte[] bytes) {
        if (bytes.length >= SEGMENT_HEADER) {
            long end = (long) offset(bytes, SECTIONS - 1) + length(bytes, SECTIONS - 1);
            int scheme = Math.max(SEGMENT_HEADER, Math.min(bytes.length, SEGMENT_HEADER + length(bytes, 0)));
            little(bytes).putInt(100, crc(bytes, SEGMENT_HEADER, scheme));
            little(bytes).putInt(104, blocks(bytes, scheme, end));
        }
        return ending(bytes, SEGMENT_HEADER - 4);
    }

    /** Corrects all checksums of a file of dead documents, in place. */
    public static byte[] deaths(byte[] bytes) {
        if (bytes.length >= DEATHS_HEADER) {
            long words = (little(bytes).getLong(16) + 63) / 64;
            little(bytes).putInt(32, blocks(bytes, DEATHS_HEADER, DEATHS_HEADER + words * 8));
        }
        return ending(bytes, DEATHS_HEADER - 4);
    }

    /** Corrects the checksums of the blocks, and returns the checksum of these. */
    private static int blocks(byte[] bytes, int start, long contents) {
        int checksums = bytes.length - END_MARK;
        int end = (int) Math.max(start, Math.min(checksums, (contents + 7) / 8 * 8));
        int at = end;
        for (int block = 0; block < end && at + 4 <= checksums; block += BLOCK) {
            int from = Math.max(start, block);
            int to = Math.min(end, block + BLOCK);
            little(bytes).putInt(at, crc(bytes, from, Math.max(from, to)));
            at += 4;
        }
        return crc(bytes, end, Math.max(end, at));
    }

    /** Writes the checksum of all bytes before a position at that position, in place. */
    public static byte[] ending(byte[] bytes, int at) {
        if (bytes.length >= at + 4) {
            little(bytes).putInt(at, crc(bytes, 0, at));
        }
        return bytes;
    }

    /** The CRC32C of the bytes {@code from} to {@code to - 1}. */
    public static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
