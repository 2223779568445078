package io.whorl.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.output.Format;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of files, and the documents that are skipped. */
class ListFileTest {
    @TempDir
    private Path directory;

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
        return ListFile.open(source, streams, ListFileTest::numbered);
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

    @Test
    void excludedDocumentsAreNotReported() {
        skipped.accept(new Skipped("wiki.xml", Skipped.Reason.POINTER, "a redirect"));
        assertEquals(List.of(), reports);
        assertEquals(0, skipped.count());
        assertEquals(1, skipped.excluded());
    }
}
