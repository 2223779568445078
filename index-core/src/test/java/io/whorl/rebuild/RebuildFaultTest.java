package io.whorl.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashScenario;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.IndexState;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rebuild whose disk fills up at any operation, or loses its power at any force, leaves the old index or the new one,
 * and continues.
 */
class RebuildFaultTest {
    private static final int STEP = LongForm.of(13, 1);
    private static final List<Doc> DUMP = Rebuilding.dump(3, 7);
    private static final Operation[] ALL = Operation.values();

    @TempDir
    Path directory;

    private IndexState oldState;
    private IndexState newState;
    private byte[] newBytes;
    private int disks;
    private static final int SEEDS = LongForm.of(1, 20);
    private final Map<String, Integer> counts = new TreeMap<>();

    @BeforeEach
    void states() throws IOException {
        Path index = directory.resolve("index");
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(DUMP));
        Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        newState = IndexState.read(index, Rebuilding.queries(DUMP));
        newBytes = Rebuilding.segment(index);
    }

    static Stream<Fault> kinds() {
        return Stream.of(
                Fault.at(1, ALL),
                Fault.at(1, Operation.WRITE).halfWritten(),
                Fault.at(1, ALL).andAllAfter(),
                // Deleting frees space where writing finds none.
                Fault.at(1, Operation.WRITE, Operation.CREATE, Operation.FORCE).andAllAfter());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aFullDiskKeepsTheOldIndexAndTheRebuildContinues(Fault kind) throws IOException {
        long nth = 1;
        while (fails(kind, nth)) {
            nth += STEP;
        }
        assertTrue(nth > 40, "only " + nth + " operations could fail");
    }

    /** Returns whether there was an n-th operation to fail. */
    private boolean fails(Fault kind, long nth) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + disks++)));
        Path index = system.root().resolve("index");
        Path real = Path.of(index.toString());
        Rebuilding.buildOld(index);
        system.fail(new Fault(kind.operations(), nth, kind.forever(), kind.half()));
        boolean returned = true;
        try {
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        } catch (IOException e) {
            returned = false;
            assertTrue(e.getMessage().contains("No space left"), e.getMessage());
        }
        boolean failed = system.failures() > 0;
        system.heal();
        String message = kind + " " + nth;
        IndexState after = IndexState.read(real, Rebuilding.queries(DUMP));
        assertTrue(after.equals(newState) || !returned && after.equals(oldState), message);
        try {
            Rebuilding.resume(index, Rebuilding.OPTIONS, DUMP);
        } catch (RefusedException e) {
            assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), message + ": " + e.getMessage());
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        }
        assertArrayEquals(newBytes, Rebuilding.segment(real), message);
        assertTrue(Files.notExists(real.resolve("rebuild")), message);
        return failed;
    }

    private IndexState read(Path index) throws IOException {
        IndexState state = IndexState.read(index, Rebuilding.queries(DUMP));
        try {
            IndexRebuild.Report report = Rebuilding.resume(index, Rebuilding.OPTIONS, DUMP);
            counts.merge(
                    state.equals(newState) ? "swapped" : report.resumed() > 0 ? "went on" : "began again",
                    1,
                    Integer::sum);
        } catch (RefusedException e) {
            assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), e.getMessage());
            counts.merge("nothing to resume", 1, Integer::sum);
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        }
        assertArrayEquals(newBytes, Rebuilding.segment(index));
        assertTrue(Files.notExists(index.resolve("rebuild")));
        return state;
    }

    @Test
    void aPowerLossLeavesTheOldOrTheNewIndex() throws Exception {
        Path images = Files.createDirectory(directory.resolve("images"));
        CrashReport<IndexState> report = new CrashScenario<>(images, image -> read(image.resolve("index")), SEEDS)
                .run(root -> Rebuilding.buildOld(root.resolve("index")), oldState, (system, history) -> {
                    Path index = system.root().resolve("index");
                    Rebuilding.stopped(index, DUMP, DUMP.size() / 2);
                    history.begins(newState);
                    Rebuilding.resume(index, Rebuilding.OPTIONS, DUMP);
                    history.acknowledged(newState);
                });
        System.out.println("power lost in a rebuild: " + report + " " + counts);
        assertEquals(Set.of(oldState, newState), report.states().keySet());
        assertTrue(report.points() > 20, report::toString);
        assertEquals(Set.of("began again", "nothing to resume", "swapped", "went on"), counts.keySet());
    }
}
