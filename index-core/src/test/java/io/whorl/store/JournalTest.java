package io.whorl.store;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.bulk.TestFiles;
import io.whorl.store.Journal.JournalStep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal yields what was written, or a prefix of it, or a typed error. */
class JournalTest {
    @TempDir
    Path directory;

    private final List<JournalStep> written = new ArrayList<>();
    private byte[] bytes;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        Path work = directory.resolve("rebuild");
        try (Journal journal = Journal.create(
                work, Journal.REBUILD, Map.of("scheme", "{\"a\":1}", "fact name", "\u00e9 \n \" \uD83D\uDE00"))) {
            journal.append(JournalStep.Kind.RUN, Map.of("documents", "12", "digest", "ab12"));
            journal.append(JournalStep.Kind.RUN, Map.of("documents", "30", "digest", "cd34"));
            journal.append(JournalStep.Kind.MERGED, Map.of("length", "4096"));
            written.addAll(journal.steps());
        }
        file = work.resolve(Journal.NAME);
        bytes = Files.readAllBytes(file);
    }

    private List<JournalStep> read() throws IOException {
        try (Journal journal = Journal.open(file.getParent(), Journal.REBUILD)) {
            return List.copyOf(journal.steps());
        }
    }

    @Test
    void aJournalReturnsWhatWasWritten() throws IOException {
        assertEquals(written, read());
        assertEquals("\u00e9 \n \" \uD83D\uDE00", read().get(0).field("fact name"));
        assertEquals(4, lines(bytes.length));
    }

    @Test
    void aTruncatedJournalKeepsTheStepsBeforeTheCut() throws IOException {
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            int whole = lines(length);
            if (whole == 0) {
                assertThrows(CorruptIndexException.class, this::read, "cut to " + length);
            } else {
                assertEquals(written.subList(0, whole), read(), "cut to " + length);
                // The torn end is cut off, and appended steps can be read.
                try (Journal journal = Journal.open(file.getParent(), Journal.REBUILD)) {
                    journal.append(JournalStep.Kind.MERGED, Map.of());
                }
                assertEquals(whole + 1, read().size());
                assertEquals(JournalStep.Kind.MERGED, read().get(whole).kind());
            }
        }
    }

    @Test
    void everyFlippedBitIsDetected() throws IOException {
        int errors = 0;
        int shortened = 0;
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            Files.write(file, TestFiles.flipped(bytes, bit));
            try {
                List<JournalStep> steps = read();
                assertTrue(steps.size() < written.size(), "bit " + bit);
                assertEquals(written.subList(0, steps.size()), steps, "bit " + bit);
                shortened++;
            } catch (CorruptIndexException e) {
                assertEquals(file, e.file());
                errors++;
            }
        }
        assertTrue(errors > 1_000 && shortened > 100, errors + " errors, " + shortened + " shortened");
    }

    @Test
    void aMissingOrRepeatedLineIsDamage() throws IOException {
        List<String> lines = Files.readAllLines(file);
        for (int[] wrong : new int[][] {{0, 2, 3}, {0, 1, 1, 2}, {1, 2}}) {
            Files.write(file, Arrays.stream(wrong).mapToObj(lines::get).toList());
            assertThrows(CorruptIndexException.class, this::read);
        }
    }

    @Test
    void aNewerVersionAndOtherWorkAreRefused() throws IOException {
        assertMessage(CorruptIndexException.class, "whorl-pairs", () -> Journal.open(file.getParent(), Journal.PAIRS));
        JournalStep newer =
                new JournalStep(0, JournalStep.Kind.BEGUN, Map.of("format", "whorl-rebuild", "version", "2"));
        Files.write(file, newer.encode());
        assertReason(RefusedException.Reason.VERSION, this::read);
    }

    private int lines(int length) {
        return (int) new String(bytes, 0, length, StandardCharsets.ISO_8859_1)
                .chars()
                .filter(c -> c == '\n')
                .count();
    }
}
