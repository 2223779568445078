package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that options name, such as lists, tables and schemes, as other programs write them, or damaged. */
class GivenFilesTest extends CliRun.Fixture {
    private static final String BOM = "\ufeff";

    @BeforeEach
    void build() throws IOException {
        for (int i = 0; i < 3; i++) {
            write("sources/d" + i + ".txt", "the same long heading of all pages and then words of " + i);
        }
        run("build $index $sources --store-fingerprints").exits(0);
    }

    /** Asserts that commands with the file {@code given} are refused, and leave the index as it is. */
    private void refused(String message, String... commands) throws IOException {
        for (String command : commands) {
            CliRun run = run(command);
            assertTrue(run.code() == 1 || run.code() == 2, () -> command + ": " + run.code());
            run.tells(message).omits("Exception", "internal error");
        }
        assertEquals("3", documents("index"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        write("dates", BOM + "d0.txt\t2020-01-01\nd1.txt\t2021-01-01\n");
        run("build $index $sources --force --dates $dates --store-fingerprints").exits(0);
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            assertTrue(snapshot.document("d0.txt").orElseThrow().date().isPresent());
        }
        write("dates", BOM + "id\tdate\nd0.txt\t2020-01-01\n");
        run("history $index d0.txt --dates $dates").exits(0).omits("warning");
        write("series", BOM + "d0.txt\ts\nd1.txt\ts\nd2.txt\ts\n");
        run("clusters $index --series $series").exits(0).omits("does not have");
        write("ids", BOM + "d0.txt\nd1.txt\n");
        run("group $index --ids $ids").exits(0);
        assertEquals("2 0", run("delete $index --ids $ids --format json").row("deleted notFound"));
        write("scheme", BOM + run("stats $index --format json").out());
        run("rebuild $index $sources --scheme $scheme").exits(0);
        write("anchors", BOM + "an\nth\n");
        run("build $index $sources --force --selection anchor:anchors=@$anchors")
                .exits(0);
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            assertEquals("an|th", snapshot.scheme().selection().parameters().get("anchors"));
        }
    }

    private static final String[] COMMANDS = {
        "build $index $sources --force --dates $given",
        "history $index d0.txt --dates $given",
        "clusters $index --series $given",
        "group $index --ids $given",
        "build $index $sources --force --selection anchor:anchors=@$given",
        "build $index $sources --force --stop $given",
        "rebuild $index $sources --scheme $given"
    };

    @Test
    void otherEncodingsDirectoriesAndLinesWithoutAnEndAreRefusedByName() throws IOException {
        for (String charset : List.of("UTF-16", "ISO-8859-1")) {
            write("given", "für\t1\nwürde\t2\n".getBytes(Charset.forName(charset)));
            refused("$given is not UTF-8", COMMANDS);
        }
        write("given", "x".repeat(300_000));
        refused("$given, line 1 has more than 262144 characters", Arrays.copyOf(COMMANDS, 4));
        refused("xxx...' is not", COMMANDS[4]);
        Files.delete(path("given"));
        Files.createDirectory(path("given"));
        refused("$given", COMMANDS);
    }

    @Test
    void aLineOfATableWithoutOneOfItsPartsIsRefusedByItsNumber() throws IOException {
        write("given", "d0.txt\t2020\n\t2021\n");
        refused("$given, line 2: there is no id", "history $index d0.txt --dates $given");
        refused("$given, line 2: a line must have an id", "clusters $index --series $given");
        write("given", "d0.txt\t2020\n\u0000\u0001\u0002PK\n");
        refused("$given, line 2: there is no tab", "history $index d0.txt --dates $given");
        refused("$given, line 2: a line must", "clusters $index --series $given");
        write("given", "");
        run("clusters $index --series $given").exits(0, "no document is in a series by $given, so");
        run("history $index d0.txt --dates $given").exits(0, "no version has a date");
    }

    /** A year, a month and a day that no calendar has, and a date of 200,000 digits. */
    @Test
    void datesThatAreNoDatesAreCountedAndNamed() throws IOException {
        write("given", "d0.txt\t99999999999-01-01\nd1.txt\t2020-13-45\nd2.txt\t" + "9".repeat(200_000) + "\n");
        CliRun run = run("history $index d0.txt --dates $given")
                .exits(0, "3 dates cannot be read, and their documents have none: $given:1");
        assertTrue(run.err().length() < 1_000, "a date is cut in the message");
    }

    @Test
    void aSchemeThatUtf8CannotHoldIsRefused() throws IOException {
        String scheme = run("stats $index --format json").out();
        for (String changed : List.of(
                scheme.replace("\"stop\":[]", "\"stop\":[\"\\ud800\"]"),
                scheme.replace("\"parameters\":{}", "\"parameters\":{\"x\":\"\\udc00\"}"))) {
            assertNotEquals(scheme, changed);
            write("given", changed);
            refused("surrogate", "rebuild $index $sources --scheme $given");
        }
    }

    // Lists, line by line, and the documents that are skipped.

    private Path file;
    private final List<String> reports = new ArrayList<>();
    private final SkippedDocuments skipped = new SkippedDocuments(
            new Console(CliRun.streams("", new StringWriter(), new StringWriter()), Format.TABLE, false),
            new ReadingOptions());

    @BeforeEach
    void name() {
        file = directory.resolve("list");
        skipped.reportTo(reports::add);
    }

    private static Optional<String> numbered(String line, long number) throws FailedException {
        if (line.equals("wrong")) {
            throw new FailedException("line " + number + " is wrong");
        }
        return line.isEmpty() ? Optional.empty() : Optional.of(number + line);
    }

    private static ListFile<String> open(Path source, String input) throws IOException {
        Streams streams = CliRun.streams(input, new StringWriter(), new StringWriter());
        return ListFile.open(source, streams, GivenFilesTest::numbered);
    }

    private static List<String> values(ListFile<String> list) {
        List<String> values = new ArrayList<>();
        list.forEach(values::add);
        return values;
    }

    @Test
    void linesEndInAnyWayAndAreReadAnyNumberOfTimes() throws IOException {
        String text = "a\nb\r\nc\r\rd\n\n\r\n\u00e4 \ud83d\ude00 ";
        List<String> expected = List.of("1a", "2b", "3c", "5d", "8\u00e4 \ud83d\ude00 ");
        Files.writeString(file, text);
        for (Path source : List.of(file, Path.of("-"))) {
            try (ListFile<String> list = open(source, text)) {
                assertEquals(5, list.size());
                assertTrue(list.iterator().hasNext());
                assertEquals(expected, values(list));
                assertEquals(expected, values(list));
                Iterator<String> all = list.iterator();
                all.forEachRemaining(value -> {});
                assertThrows(NoSuchElementException.class, all::next);
            }
        }
    }

    @Test
    void aFileThatChangesAfterItWasCheckedIsReported() throws IOException {
        Files.writeString(file, "a\nb\n");
        try (ListFile<String> list = open(file, "")) {
            Files.writeString(file, "a\nwrong\n");
            UncheckedIOException changed = assertThrows(UncheckedIOException.class, () -> values(list));
            assertEquals("line 2 is wrong", changed.getCause().getMessage());
        }
    }

    @Test
    void aHundredDocumentsOfEachReasonAreReportedAndAllAreCounted() {
        for (int i = 0; i < 250; i++) {
            skipped.accept(new Skipped("web.warc@" + i, Skipped.Reason.NOT_TEXT, "a picture"));
        }
        skipped.accept(new Skipped("web.warc@999", Skipped.Reason.INVALID, "no id"));
        assertEquals(102, reports.size());
        assertEquals("skipped web.warc@99: a picture", reports.get(99));
        assertEquals(
                "reported 100 documents for the reason not-text; more are counted, but not reported", reports.get(100));
        assertEquals("skipped web.warc@999: no id", reports.get(101));
        assertEquals(Map.of(Skipped.Reason.NOT_TEXT, 250L, Skipped.Reason.INVALID, 1L), skipped.counts());
        assertEquals(251, skipped.count());
        assertEquals(6, skipped.first().size());
    }
}
