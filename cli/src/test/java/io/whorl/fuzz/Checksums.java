package io.whorl.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Corrects the checksums of a changed file as far as possible, so that the data that they protect is read. */
final class Checksums {
    private static final int SECTIONS_AT = 256;
    private static final int SECTION_COUNT_AT = 76;
    private static final int MOST_SECTIONS = 15;
    private static final int SECTION = 24;

    private Checksums() {}

    /** @param kind the end of the file name */
    static byte[] corrected(String kind, byte[] bytes) {
        byte[] b = bytes.clone();
        return switch (kind) {
            case ".whs" -> segment(b);
            case "MANIFEST" -> manifest(b);
            case ".del" -> tombstones(b);
            case ".wal" -> log(b);
            case "SEGMENT-SET.json" -> set(b);
            default -> ending(b, 36);
        };
    }

    private static byte[] segment(byte[] b) {
        if (b.length < 1_024) {
            return b;
        }
        ByteBuffer file = little(b);
        file.putLong(16, b.length);
        for (int s = 0; s < Math.min(MOST_SECTIONS, file.getInt(SECTION_COUNT_AT)); s++) {
            long offset = file.getLong(SECTIONS_AT + s * SECTION);
            long length = file.getLong(SECTIONS_AT + s * SECTION + 8);
            if (offset >= 0 && length >= 0 && offset <= b.length && length <= b.length - offset) {
                file.putInt(SECTIONS_AT + s * SECTION + 16, crc(b, (int) offset, (int) (offset + length)));
            }
        }
        return ending(b, 1_020);
    }

    private static byte[] manifest(byte[] b) {
        String json = new String(b, StandardCharsets.UTF_8).split("\n", 2)[0];
        byte[] line = json.getBytes(StandardCharsets.UTF_8);
        return String.format(Locale.ROOT, "%s\n%08x\n", json, crc(line, 0, line.length))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] set(byte[] b) {
        String json = new String(b, StandardCharsets.ISO_8859_1);
        int end = json.lastIndexOf(",\"checksum\"");
        if (end < 0) {
            return b;
        }
        String corrected =
                String.format(Locale.ROOT, "%s,\"checksum\":\"%08x\"}\n", json.substring(0, end), crc(b, 0, end));
        return corrected.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] tombstones(byte[] b) {
        if (b.length >= 64) {
            little(b).putInt(32, crc(b, 64, b.length));
        }
        return ending(b, 60);
    }

    /** Corrects the frames up to the first one with an impossible length. */
    private static byte[] log(byte[] b) {
        if (b.length < 64) {
            return b;
        }
        ending(b, 60);
        ByteBuffer file = little(b);
        for (long at = 64; at + 28 <= b.length; ) {
            int frame = (int) at;
            long length = file.getInt(frame + 8);
            if (length < 0 || at + 28 + length > b.length) {
                return b;
            }
            file.putInt(frame + 12, crc(b, frame + 28, (int) (frame + 28 + length)));
            CRC32C crc = new CRC32C();
            crc.update(b, 32, 8);
            crc.update(b, frame, 24);
            file.putInt(frame + 24, (int) crc.getValue());
            at += 28 + length;
        }
        return b;
    }

    /** Writes the checksum of all bytes before a position at that position. */
    private static byte[] ending(byte[] b, int at) {
        if (b.length >= at + 4) {
            little(b).putInt(at, crc(b, 0, at));
        }
        return b;
    }

    private static ByteBuffer little(byte[] b) {
        return ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int crc(byte[] b, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(Arrays.copyOfRange(b, from, to));
        return (int) crc.getValue();
    }
}
