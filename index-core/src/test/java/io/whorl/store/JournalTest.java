package io.whorl.store;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal yields what was written, or a prefix of whole lines, or a typed error. */
class JournalTest {
    @TempDir
    Path directory;

    private final List<JournalStep> written = new ArrayList<>();
    private byte[] bytes;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        Path work = directory.resolve("rebuild");
        Journal journal = Journal.create(
                work, Journal.REBUILD, Map.of("scheme", "{\"a\":1}", "fact name", "\u00e9 \n \" \uD83D\uDE00"));
        journal.append(JournalStep.Kind.RUN, Map.of("documents", "12", "digest", "ab12"));
        journal.append(JournalStep.Kind.RUN, Map.of("documents", "30", "digest", "cd34"));
        journal.append(JournalStep.Kind.MERGED, Map.of("length", "4096"));
        written.addAll(journal.steps());
        file = work.resolve(Journal.NAME);
        bytes = Files.readAllBytes(file);
    }

    private List<JournalStep> read() throws IOException {
        return List.copyOf(Journal.open(file.getParent(), Journal.REBUILD).steps());
    }

    @Test
    void aJournalReturnsWhatWasWritten() throws IOException {
        assertEquals(written, read());
        assertEquals("\u00e9 \n \" \uD83D\uDE00", read().get(0).field("fact name"));
        assertEquals(4, lines(bytes.length));
    }

    @Test
    void aJournalContinuesAfterItsLastWholeLine() throws IOException {
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            int whole = lines(length);
            if (whole == 0 || bytes[length - 1] != '\n') {
                assertThrows(CorruptIndexException.class, this::read, "cut to " + length);
            } else {
                assertEquals(written.subList(0, whole), read(), "cut to " + length);
                Journal.open(file.getParent(), Journal.REBUILD).append(JournalStep.Kind.MERGED, Map.of());
                assertEquals(whole + 1, read().size());
                assertEquals(JournalStep.Kind.MERGED, read().get(whole).kind());
            }
        }
    }

    @Test
    void everyFlippedBitIsDetected() throws IOException {
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            Files.write(file, TestFiles.flipped(bytes, bit));
            CorruptIndexException e = assertThrows(CorruptIndexException.class, this::read, "bit " + bit);
            assertEquals(file, e.file());
        }
    }

    /** A kill leaves the file with or without the step that was being added, and perhaps a part of the next file. */
    @Test
    void aKilledAppendLeavesTheStepsBefore() throws IOException {
        Files.write(file.resolveSibling("JOURNAL.tmp"), Arrays.copyOf(bytes, 9));
        assertEquals(written, read());
        Journal.open(file.getParent(), Journal.REBUILD).append(JournalStep.Kind.MERGED, Map.of());
        assertEquals(5, read().size());
        assertEquals(Set.of("JOURNAL"), TestFiles.names(file.getParent()));
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
