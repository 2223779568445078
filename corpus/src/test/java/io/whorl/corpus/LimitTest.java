package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitTest {
    private static final int MAX = 100_000;

    @TempDir
    Path dir;

    @Test
    void membersAboveTheLimitAreSkippedAndTheNextAreRead() throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("just", "x".repeat(MAX));
        members.put("over", "x".repeat(MAX + 1));
        members.put("far", "x".repeat(50 * MAX));
        members.put("next", "n");
        byte[] tar = TestArchives.tar(members);
        for (Path file : List.of(
                Files.write(dir.resolve("x.tar"), tar),
                Files.write(dir.resolve("x.tgz"), TestArchives.gzip(tar)),
                Files.write(dir.resolve("x.zip"), TestArchives.zip(members)))) {
            ReadAll all = ReadAll.of(MAX, file);
            assertEquals(List.of("just", "next"), all.ids());
            assertEquals(MAX, all.documents().get(0).utf8().length);
            assertEquals(List.of(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE), all.reasons());
            assertEquals(file + "!over", all.skipped().get(0).place());
        }
    }

    @Test
    void compressedBombsAreSkipped() throws IOException {
        byte[] zeros = new byte[20_000_000];
        Path gz = Files.write(dir.resolve("bomb.gz"), TestArchives.gzip(zeros));
        Path zst = Files.write(dir.resolve("bomb.zst"), TestArchives.zstd(zeros));
        ReadAll all = ReadAll.of(1, gz, zst, Files.writeString(dir.resolve("ok"), "x"));
        assertEquals(List.of("ok"), all.ids());
        assertEquals(List.of(Skipped.Reason.TOO_LARGE, Skipped.Reason.TOO_LARGE), all.reasons());
    }

    @Test
    void anEndlessTarNameIsRejected() throws IOException {
        TarArchiveEntry name = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
        name.setSize(1L << 40);
        byte[] header = new byte[512];
        name.writeEntryHeader(header, ZipEncodingHelper.getZipEncoding("UTF-8"), true);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        out.writeBytes(new byte[2048]);
        ReadAll all = ReadAll.of(Files.write(dir.resolve("x.tar"), out.toByteArray()));
        assertEquals(List.of(), all.documents());
        assertTrue(
                all.skipped().get(0).detail().contains("1099511627776 bytes"),
                all.skipped().toString());
    }

    @Test
    void optionsOutOfRangeAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(0));
        assertThrows(IllegalArgumentException.class, () -> FormatOptions.DEFAULT.maxDocument(2_000_000_001));
        assertThrows(
                NullPointerException.class,
                () -> FormatOptions.DEFAULT.maxDocument(1).idField(null));
    }
}
