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
import io.whorl.crash.IndexState;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The disk fills up at any operation of a rebuild: the old index stays whole, and the rebuild continues when there is
 * space.
 */
class RebuildFullDiskTest {
    private static final int STEP = LongForm.of(13, 1);
    private static final List<Doc> DUMP = Rebuilding.dump(3, 7);
    private static final Operation[] ALL = Operation.values();

    @TempDir
    Path directory;

    private IndexState oldState;
    private IndexState newState;
    private byte[] newBytes;
    private int disks;

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
}
