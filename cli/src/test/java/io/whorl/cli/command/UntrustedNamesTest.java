package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        byte[] picture = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 0};
        archive = Files.write(
                directory.resolve("a.zip"),
                Packed.zip(FORGED, Corpus.ORIGINAL, FORGED + ".jpg", picture, "short" + FORGED, "short"));
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
