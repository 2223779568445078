package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that options name, such as lists, tables and schemes, as other programs write them, or damaged. */
class GivenFilesTest {
    private static final String BOM = "\ufeff";

    @TempDir
    private Path directory;

    private Path index;
    private Path sources;

    @BeforeEach
    void build() throws IOException {
        index = directory.resolve("index");
        sources = Files.createDirectory(directory.resolve("sources"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(
                    sources.resolve("d" + i + ".txt"), "the same long heading of all pages and then words of " + i);
        }
        ran("build", index, sources, "--store-fingerprints");
    }

    private static CliRun ran(Object... arguments) {
        return CliRun.of(arguments).exits(0);
    }

    private Path file(String name, String content, Charset charset) throws IOException {
        return Files.write(directory.resolve(name), content.getBytes(charset));
    }

    private Path file(String content) throws IOException {
        return file("given", content, StandardCharsets.UTF_8);
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        Path dates = file("dates", BOM + "d0.txt\t2020-01-01\nd1.txt\t2021-01-01\n", StandardCharsets.UTF_8);
        ran("build", index, sources, "--force", "--dates", dates, "--store-fingerprints");
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertTrue(snapshot.document("d0.txt").orElseThrow().date().isPresent());
        }
        Path header = file("dates", BOM + "id\tdate\nd0.txt\t2020-01-01\n", StandardCharsets.UTF_8);
        assertFalse(ran("history", index, "d0.txt", "--dates", header).err().contains("warning"));

        Path series = file(BOM + "d0.txt\ts\nd1.txt\ts\nd2.txt\ts\n");
        CliRun clusters = ran("clusters", index, "--series", series).omits("does not have");

        Path ids = file(BOM + "d0.txt\nd1.txt\n");
        CliRun.of("group", index, "--ids", ids).exits(0);
        String deleted = ran("delete", index, "--ids", ids).out();
        assertTrue(deleted.matches("(?s)deleted +2\\s+not found +0\\s*"), deleted);
    }

    @Test
    void aByteOrderMarkIsNoPartOfAScheme() throws IOException {
        Path scheme = file(BOM + ran("stats", index, "--format", "json").out());
        ran("rebuild", index, sources, "--scheme", scheme);

        Path anchors = file(BOM + "an\nth\n");
        ran("build", index, sources, "--force", "--selection", "anchor:anchors=@" + anchors);
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals("an|th", snapshot.scheme().selection().parameters().get("anchors"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "ISO-8859-1"})
    void filesInOtherEncodingsAreRefusedByName(String charset) throws IOException {
        Path list = file("list", "für\t1\nwürde\t2\n", Charset.forName(charset));
        for (List<Object> command : List.<List<Object>>of(
                List.of("build", index, sources, "--force", "--stop", list),
                List.of("build", index, sources, "--force", "--selection", "anchor:anchors=@" + list),
                List.of("build", index, sources, "--force", "--dates", list),
                List.of("history", index, "d0.txt", "--dates", list),
                List.of("clusters", index, "--series", list),
                List.of("group", index, "--ids", list),
                List.of("rebuild", index, sources, "--scheme", list))) {
            assertRefused(list + " is not UTF-8", command);
        }
    }

    @Test
    void aDirectoryIsRefusedByName() throws IOException {
        String name = sources.toString();
        for (List<Object> command : List.<List<Object>>of(
                List.of("build", index, sources, "--force", "--stop", sources),
                List.of("build", index, sources, "--force", "--selection", "anchor:anchors=@" + sources),
                List.of("build", index, sources, "--force", "--dates", sources),
                List.of("history", index, "d0.txt", "--dates", sources),
                List.of("clusters", index, "--series", sources),
                List.of("group", index, "--ids", sources),
                List.of("rebuild", index, sources, "--scheme", sources))) {
            assertRefused(name, command);
        }
    }

    @Test
    void aLineWithoutAnEndIsRefusedBeforeItIsInMemory() throws IOException {
        Path line = file("x".repeat(300_000));
        for (List<Object> command : List.<List<Object>>of(
                List.of("build", index, sources, "--force", "--selection", "anchor:anchors=@" + line),
                List.of("build", index, sources, "--force", "--dates", line),
                List.of("history", index, "d0.txt", "--dates", line),
                List.of("clusters", index, "--series", line),
                List.of("group", index, "--ids", line))) {
            assertRefused(line + ", line 1 has more than 262144 characters", command);
        }
    }

    @Test
    void aLineOfATableWithoutOneOfItsPartsIsRefusedByItsNumber() throws IOException {
        Path noId = file("d0.txt\t2020\n\t2021\n");
        assertRefused(noId + ", line 2: there is no id", List.of("history", index, "d0.txt", "--dates", noId));
        assertRefused(noId + ", line 2: a line must have an id", List.of("clusters", index, "--series", noId));
        Path binary = file("binary", "d0.txt\t2020\n\u0000\u0001\u0002PK\n", StandardCharsets.UTF_8);
        assertRefused(binary + ", line 2: there is no tab", List.of("history", index, "d0.txt", "--dates", binary));
        assertRefused(binary + ", line 2: a line must", List.of("clusters", index, "--series", binary));
    }

    @Test
    void anEmptyTableIsNamed() throws IOException {
        Path empty = file("");
        String err = ran("clusters", index, "--series", empty).err();
        assertTrue(err.contains("no document is in a series by " + empty + ", so"), err);
        err = ran("history", index, "d0.txt", "--dates", empty).err();
        assertTrue(err.contains("no version has a date"), err);
    }

    /** A year, a month and a day that no calendar has, and a date of 200,000 digits. */
    @Test
    void datesThatAreNoDatesAreCountedAndNamed() throws IOException {
        Path dates = file("d0.txt\t99999999999-01-01\nd1.txt\t2020-13-45\nd2.txt\t" + "9".repeat(200_000) + "\n");
        String err = ran("history", index, "d0.txt", "--dates", dates).err();
        assertTrue(err.contains("3 dates cannot be read, and their documents have none: " + dates + ":1"), err);
        assertTrue(err.length() < 1_000, "a date is cut in the message");
    }

    @Test
    void aSchemeThatUtf8CannotHoldIsRefused() throws IOException {
        String scheme = ran("stats", index, "--format", "json").out();
        for (String changed : List.of(
                scheme.replace("\"stop\":[]", "\"stop\":[\"\\ud800\"]"),
                scheme.replace("\"parameters\":{}", "\"parameters\":{\"x\":\"\\udc00\"}"))) {
            assertFalse(changed.equals(scheme));
            assertRefused("surrogate", List.of("rebuild", index, sources, "--scheme", file(changed)));
        }
    }

    private void assertRefused(String message, List<Object> command) throws IOException {
        CliRun run = CliRun.of(command);
        assertTrue(run.code() == 1 || run.code() == 2, () -> command + ": " + run.code());
        assertTrue(run.err().contains(message), () -> command + ": " + run.err());
        assertFalse(run.err().contains("Exception") || run.err().contains("internal error"), run.err());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(3, snapshot.documents());
        }
    }
}
