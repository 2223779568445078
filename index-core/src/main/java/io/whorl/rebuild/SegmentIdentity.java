package io.whorl.rebuild;

import io.whorl.journal.JournalStep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Identifies a segment: its header contains the checksums of all its data.
 *
 * @param length bytes
 * @param header CRC32C of the header
 */
record SegmentIdentity(long length, long header) {
    private static final int HEADER = 1_024;

    static SegmentIdentity of(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream in = Files.newInputStream(file)) {
            crc.update(in.readNBytes(HEADER));
        }
        return new SegmentIdentity(Files.size(file), crc.getValue());
    }

    static SegmentIdentity of(JournalStep step) {
        return new SegmentIdentity(step.count("length"), step.count("header"));
    }

    Map<String, String> fields() {
        return Map.of("length", Long.toString(length), "header", Long.toString(header));
    }

    boolean isOf(Path file) throws IOException {
        return Files.isRegularFile(file) && equals(of(file));
    }
}
