package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.AlignedPassages.Passage;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassageLaboratoryTest {
    private static final String HEADER =
            "category\tsusp\tsource\tsusp_offset\tsusp_length\tsource_offset\tsource_length\tobfuscation\ttype\n";
    /** Twelve words, after a code point with two chars and four bytes. */
    private static final String COPIED = "now we take these twelve words as they stand in there altogether";

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(folder.resolve("pan/src"));
        Files.createDirectories(folder.resolve("pan/susp"));
        Files.writeString(
                folder.resolve("pan/src/s1"), "at first something else stands here . " + COPIED + " . and the end");
        Files.writeString(folder.resolve("pan/src/s2"), "nothing of this is anywhere else at all , is it");
        Files.writeString(
                folder.resolve("pan/susp/p1"),
                "\uD83D\uDE00 own words . " + COPIED + " . other words of my own end it");
        Files.writeString(
                folder.resolve("pan/pairs.tsv"),
                "category\tsusp\tsource\tcases\n02-no\tp1\ts1\t1\n01-none\tp1\ts2\t0\n");
        passages("02-no\tp1\ts1\t14\t" + COPIED.length() + "\t0\t0\tnone\tartificial\n");
    }

    private void passages(String rows) throws IOException {
        Files.writeString(folder.resolve("pan/passages.tsv"), HEADER + rows);
    }

    @Test
    void passagesAreCutByCodePoints() throws IOException {
        try (Texts texts = read()) {
            Passage passage = AlignedPassages.read(folder, texts).passages().get(0);
            assertEquals("pan/susp/p1", passage.suspicious());
            assertEquals(COPIED, new String(passage.of(texts.text(passage.suspicious())), StandardCharsets.UTF_8));
            assertTrue(passage.verbatim());
        }
    }

    /** With chunks of four words, twelve words have nine chunks, five words two, ten words seven. */
    @Test
    void onlySharedMinutiaeOfThePassageCount() throws IOException {
        List<PassageOutcome> outcomes = run("selection = full first-r-sliding:r=3");
        assertEquals(
                List.of(new Seen("02-no", 0, OptionalInt.of(25), 1, List.of(1, 1, 1, 1))),
                outcomes.get(0).passages());
        assertEquals(
                List.of(
                        new Seen("02-no", 5, OptionalInt.of(6), 1, List.of(1, 1, 0, 0)),
                        new Seen("02-no", 10, OptionalInt.of(11), 1, List.of(1, 1, 1, 0))),
                outcomes.get(0).cuts());
        assertEquals(
                List.of(new Seen("01-none", 0, OptionalInt.empty(), 1, List.of(0, 0, 0, 0))),
                outcomes.get(0).alarms());
        assertEquals(1, outcomes.get(0).passages().get(0).recall(0));
        // The first three chunks of the documents share no minutia of the passage.
        assertEquals(
                List.of(new Seen("02-no", 0, OptionalInt.of(25), 1, List.of(0, 0, 0, 0))),
                outcomes.get(1).passages());
    }

    /** The first three chunks of the source are in the passage; of the suspicious document only the third is. */
    @Test
    void querySelectionAppliesToSuspiciousDocuments() throws IOException {
        Files.writeString(folder.resolve("pan/src/s1"), COPIED);
        List<PassageOutcome> outcomes = run("selection = first-r-sliding:r=3\nquery-selection = same full");
        assertEquals(List.of(1, 0, 0, 0), outcomes.get(0).passages().get(0).seen());
        assertEquals(List.of(1, 1, 0, 0), outcomes.get(1).passages().get(0).seen());
    }

    @Test
    void annotationErrorsAreReported() throws IOException {
        passages("02-no\tp1\ts9\t1\t2\t0\t0\tnone\tartificial\n");
        assertSays("names 1 file that is not in the collection: passages.tsv:2 'pan/src/s9'");
        passages("02-no\tp1\ts1\tx\t2\t0\t0\tnone\tartificial\n");
        assertSays("passages.tsv:2: susp_offset is 'x'");
        passages("02-no\tp1\ts1\t20\t2000\t0\t0\tnone\tartificial\n");
        assertSays("ends after its end");
        Files.delete(folder.resolve("pan/pairs.tsv"));
        assertSays("has no pairs.tsv and passages.tsv in one folder");
    }

    private void assertSays(String message) {
        Samples.assertSays(() -> run("selection = full"), message);
    }

    private List<PassageOutcome> run(String grid) throws IOException {
        try (Texts texts = read()) {
            return new PassageLaboratory(texts, AlignedPassages.read(folder, texts), 2)
                    .run(Grid.parse("g", grid, folder));
        }
    }

    private Texts read() throws IOException {
        return Samples.texts(folder);
    }
}
