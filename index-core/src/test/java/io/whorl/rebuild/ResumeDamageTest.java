package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.rebuild.Rebuilding.SCHEME;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.WhorlException;
import io.whorl.crash.IndexState;
import io.whorl.journal.Journal;
import io.whorl.rebuild.Rebuilding.Doc;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The finished steps of a stopped rebuild are refused if they are damaged. */
class ResumeDamageTest {
    private static final List<Doc> DUMP = Rebuilding.dump(2, 25);

    @TempDir
    Path directory;

    private Path index;
    private byte[] expected;
    private IndexState old;

    @BeforeEach
    void old() throws IOException {
        index = directory.resolve("index");
        Rebuilding.buildOld(index);
        old = IndexState.read(index, Rebuilding.queries(DUMP));
        expected = Rebuilding.bulk(directory.resolve("bulk"), SCHEME, Rebuilding.BUILD, DUMP);
    }

    @Test
    void aDamagedJournalIsRefusedOrTruncated() throws IOException {
        Rebuilding.stopped(index, DUMP, DUMP.size());
        Path work = IndexFiles.rebuild(index);
        Path kept = directory.resolve("kept");
        copy(work, kept);
        byte[] journal = Files.readAllBytes(kept.resolve(Journal.NAME));
        int refused = 0;
        int same = 0;
        for (int at = 0; at < journal.length; at += LongForm.of(53, 5)) {
            for (boolean cut : new boolean[] {false, true}) {
                Rebuilding.buildOld(index);
                copy(kept, work);
                byte[] damaged = cut ? Arrays.copyOf(journal, at) : journal.clone();
                if (!cut) {
                    damaged[at] ^= 4;
                }
                Files.write(work.resolve(Journal.NAME), damaged);
                try {
                    // Forced: the index was built again, from the same documents.
                    Rebuilding.resume(index, OPTIONS.force(true), DUMP);
                    assertArrayEquals(expected, Rebuilding.segment(index), (cut ? "cut to " : "flipped at ") + at);
                    same++;
                } catch (RefusedException e) {
                    assertEquals(Reason.DAMAGED, e.reason(), e.getMessage());
                    refused++;
                }
            }
        }
        assertTrue(refused > 10 && same > 3, refused + " refused, " + same + " the same");
    }

    @Test
    void aDamagedRunIsDetected() throws IOException {
        Rebuilding.stopped(index, DUMP, DUMP.size());
        Path work = IndexFiles.rebuild(index);
        Path kept = directory.resolve("kept");
        copy(work, kept);
        List<Path> files;
        try (Stream<Path> runs = Files.list(kept)) {
            files = runs.filter(f -> f.getFileName().toString().startsWith("run-00000"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            for (int at = 0; at < bytes.length; at += Math.max(1, bytes.length / LongForm.of(5, 50))) {
                copy(kept, work);
                byte[] damaged = bytes.clone();
                damaged[at] ^= 16;
                Files.write(work.resolve(file.getFileName()), damaged);
                assertDamageIsSeen(file + " flipped at " + at);
            }
            for (int length : new int[] {0, 1, bytes.length / 2, bytes.length - 1}) {
                copy(kept, work);
                Files.write(work.resolve(file.getFileName()), Arrays.copyOf(bytes, length));
                assertDamageIsSeen(file + " cut to " + length);
            }
            copy(kept, work);
            Files.delete(work.resolve(file.getFileName()));
            assertDamageIsSeen(file + " removed");
        }
    }

    /** It was checked, but before the rebuild was stopped. */
    @Test
    void aDamagedMergedSegmentIsDetected() throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            Rebuilding.addAll(rebuild, DUMP);
            rebuild.checkpoint();
        }
        Path work = IndexFiles.rebuild(index);
        try (IndexDirectory held = IndexDirectory.open(index);
                Journal journal = Journal.open(work, Journal.REBUILD)) {
            RebuildResult made = new RebuildResult(held, SCHEME, Rebuilding.BUILD, journal);
            made.merge(new RebuildRuns(index, SCHEME, Rebuilding.BUILD, journal, document -> {}).files());
            made.check();
        }
        Path merged = work.resolve(RebuildResult.MERGED);
        byte[] whole = Files.readAllBytes(merged);
        assertArrayEquals(expected, whole);
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        Files.write(merged, damaged);
        RefusedException e = assertThrows(RefusedException.class, () -> Rebuilding.resume(index, OPTIONS, DUMP));
        assertEquals(Reason.DAMAGED, e.reason());
        assertTrue(e.getMessage().contains(RebuildResult.MERGED), e.getMessage());
        assertEquals(old, IndexState.read(index, Rebuilding.queries(DUMP)));
        Files.write(merged, whole);
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected, Rebuilding.segment(index));
    }

    private void assertDamageIsSeen(String what) throws IOException {
        try {
            // Forced, because the index may have been built again.
            Rebuilding.resume(index, OPTIONS.force(true), DUMP);
        } catch (WhorlException e) {
            assertTrue(
                    e instanceof RefusedException refused && refused.reason() == Reason.DAMAGED, () -> what + ": " + e);
            assertEquals(old, IndexState.read(index, Rebuilding.queries(DUMP)), what);
            return;
        }
        // A byte between sections, which is not read.
        assertArrayEquals(expected, Rebuilding.segment(index), what);
        Rebuilding.buildOld(index);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path directory : List.of(to, from)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    if (directory.equals(to)) {
                        Files.delete(file);
                    } else {
                        Files.copy(file, to.resolve(file.getFileName()));
                    }
                }
            }
        }
    }
}
