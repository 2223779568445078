package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.rebuild.Rebuilding.SCHEME;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.RefusedException;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rebuild creates the first index of a path in steps that are kept. Until the last step the path is no index. */
class FirstRebuildTest {
    private static final List<Doc> DUMP = Rebuilding.dump(2, 40);
    private static final RebuildOptions FIRST = OPTIONS.scheme(SCHEME);

    @TempDir
    Path directory;

    private Path index;

    @BeforeEach
    void path() {
        index = directory.resolve("index");
    }

    private void stop(int added) throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, FIRST)) {
            Rebuilding.addAll(rebuild, DUMP.subList(0, added));
            rebuild.checkpoint();
        }
    }

    private byte[] expected() throws IOException {
        return Rebuilding.bulk(directory.resolve("bulk"), SCHEME, Rebuilding.BUILD, DUMP);
    }

    @Test
    void aFirstIndexEqualsABulkBuild() throws IOException {
        IndexRebuild.Report report = Rebuilding.rebuild(index, FIRST, DUMP);
        assertArrayEquals(expected(), Rebuilding.segment(index));
        assertEquals(List.of(), IndexCheck.check(index).problems());
        assertEquals(Snapshot.open(index).stats().bytes(), report.build().bytes());
        assertArrayEquals(
                Files.readAllBytes(directory.resolve("bulk/MANIFEST")), Files.readAllBytes(index.resolve("MANIFEST")));
    }

    @Test
    void aStoppedFirstRebuildIsNoIndexAndCanBeResumed() throws IOException {
        stop(25);
        assertTrue(assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(index))
                .getMessage()
                .contains("IndexRebuild.resume"));
        try (IndexRebuild rebuild = IndexRebuild.resume(index, OPTIONS)) {
            assertTrue(rebuild.resumed() > 20, () -> rebuild.resumed() + " resumed");
            Rebuilding.addAll(rebuild, DUMP);
            rebuild.finish();
        }
        assertArrayEquals(expected(), Rebuilding.segment(index));
        assertFalse(Files.exists(index.resolve("rebuild")));
    }

    @Test
    void aStopBeforeTheNewManifestCanBeResumed() throws IOException {
        stop(25);
        // As a kill between moving the new segment and writing MANIFEST leaves it.
        Files.write(index.resolve("segment-000001.whs"), new byte[100]);
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected(), Rebuilding.segment(index));
    }

    @Test
    void anIndexCreatedMeanwhileIsNotReplaced() throws IOException {
        stop(25);
        Rebuilding.buildOld(index);
        assertEquals(
                RefusedException.Reason.INDEX_CHANGED,
                assertThrows(RefusedException.class, () -> IndexRebuild.resume(index, OPTIONS))
                        .reason());
    }

    @Test
    void aRebuildThatCannotBeginLeavesNoFiles() throws IOException {
        RebuildOptions tooLarge = FIRST.expectedText(1L << 60).buildOptions(Rebuilding.BUILD.reserve(1));
        assertThrows(DiskSpaceException.class, () -> IndexRebuild.begin(index, tooLarge));
        assertFalse(Files.exists(index));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.begin(index, OPTIONS));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.resume(index, FIRST));
        assertFalse(Files.exists(index));
    }

    @Test
    void aFullDiskAtTheBeginningIsReportedAndLeavesNoSteps() throws IOException {
        int failed = 0;
        for (boolean more = true; more; ) {
            CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + failed)));
            Path full = system.root().resolve("index");
            system.fail(Fault.at(failed + 1, Operation.WRITE, Operation.CREATE));
            try (IndexRebuild begun = IndexRebuild.begin(full, FIRST)) {
                assertEquals(0, begun.resumed());
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("No space left"), e.toString());
                assertFalse(Files.exists(Path.of(full.toString()).resolve("rebuild")), "after " + failed);
            }
            more = system.failures() > 0;
            failed += more ? 1 : 0;
        }
        assertTrue(failed > 4, failed + " operations could fail");
    }

    @Test
    void existingFilesAreKept() throws IOException {
        Path stranger = Files.createDirectories(directory.resolve("stranger"));
        Files.writeString(stranger.resolve("letter.txt"), "mine");
        assertReason(RefusedException.Reason.EXISTS, () -> IndexRebuild.begin(stranger, FIRST));
        Rebuilding.buildOld(index);
        byte[] segment = Rebuilding.segment(index);
        Files.delete(index.resolve("MANIFEST"));
        assertTrue(assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.begin(index, FIRST))
                .getMessage()
                .contains("IndexCheck.repair"));
        assertArrayEquals(segment, Files.readAllBytes(index.resolve("segment-000001.whs")));
    }
}
