package io.whorl.fuzz;

import io.whorl.testing.ForgedFiles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Corrects the checksums of a changed file as far as possible, so that the data that they protect is read. */
final class Checksums {
    private Checksums() {}

    /** @param kind the end of the file name */
    static byte[] corrected(String kind, byte[] bytes) {
        byte[] b = bytes.clone();
        return switch (kind) {
            case ".whs" -> segment(b);
            case "MANIFEST" -> manifest(b);
            case ".del" -> ForgedFiles.deaths(b);
            case ".wal" -> log(b);
            case "SEGMENT-SET.json" -> set(b);
            default -> ForgedFiles.ending(b, 36);
        };
    }

    private static byte[] segment(byte[] b) {
        if (b.length >= ForgedFiles.SEGMENT_HEADER) {
            little(b).putLong(16, b.length);
        }
        return ForgedFiles.segment(b);
    }

    private static byte[] manifest(byte[] b) {
        String json = new String(b, StandardCharsets.UTF_8).split("\n", 2)[0];
        byte[] line = json.getBytes(StandardCharsets.UTF_8);
        return String.format(Locale.ROOT, "%s\n%08x\n", json, ForgedFiles.crc(line, 0, line.length))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] set(byte[] b) {
        String json = new String(b, StandardCharsets.ISO_8859_1);
        int end = json.lastIndexOf(",\"checksum\"");
        if (end < 0) {
            return b;
        }
        String corrected = String.format(
                Locale.ROOT, "%s,\"checksum\":\"%08x\"}\n", json.substring(0, end), ForgedFiles.crc(b, 0, end));
        return corrected.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Corrects the frames up to the first one with an impossible length. */
    private static byte[] log(byte[] b) {
        if (b.length < 64) {
            return b;
        }
        ForgedFiles.ending(b, 60);
        ByteBuffer file = little(b);
        for (long at = 64; at + 28 <= b.length; ) {
            int frame = (int) at;
            long length = file.getInt(frame + 8);
            if (length < 0 || at + 28 + length > b.length) {
                return b;
            }
            file.putInt(frame + 12, ForgedFiles.crc(b, frame + 28, (int) (frame + 28 + length)));
            CRC32C crc = new CRC32C();
            crc.update(b, 32, 8);
            crc.update(b, frame, 24);
            file.putInt(frame + 24, (int) crc.getValue());
            at += 28 + length;
        }
        return b;
    }

    private static ByteBuffer little(byte[] b) {
        return ByteBuffer.wrap(b).order(ByteOrder.LITTLE_ENDIAN);
    }
}
