package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names in archives are untrusted: they reach a terminal only escaped, and cannot forge a line of the program. */
class UntrustedNamesTest {
    private static final String FORGED = "x\u001b[2J\nwhorl: built index: all is well\u202etxt.exe";

    @TempDir
    private Path directory;

    private Path archive;

    @BeforeEach
    void write() throws IOException {
        archive = directory.resolve("a.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
            out.putNextEntry(new ZipEntry(FORGED));
            out.write(Corpus.ORIGINAL.getBytes());
            out.putNextEntry(new ZipEntry(FORGED + ".jpg"));
            out.write(new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 0});
            out.putNextEntry(new ZipEntry("short" + FORGED));
            out.write("short".getBytes());
        }
    }

    private static void assertSafe(String printed) {
        assertTrue(
                printed.codePoints().noneMatch(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c == 0x202e),
                printed);
        assertTrue(printed.lines().noneMatch(line -> line.startsWith("whorl: built index: all is well")), printed);
    }

    @Test
    void errorsAndResultsEscapeUntrustedNames() throws IOException {
        Path index = directory.resolve("index");
        CliRun built = CliRun.of("build", index, archive);
        assertTrue(built.err().contains("skipped ") && built.err().contains("\\u001b[2J\\u000awhorl"), built.err());
        assertSafe(built.err());
        for (String format : List.of("table", "tsv", "json")) {
            CliRun found = CliRun.withInput(Corpus.ORIGINAL, "query", index, "-", "--format", format)
                    .exits(0)
                    .prints("all is well");
            assertSafe(found.out());
        }
        assertSafe(CliRun.of("query", index, archive).err());
        CliRun json = CliRun.withInput(Corpus.ORIGINAL, "query", index, "-", "--format", "json");
        assertEquals(FORGED, json.object().get("id"));
        CliRun deleted = CliRun.of("delete", index, FORGED + "?").tells("not found");
        assertSafe(deleted.err());
    }
}
