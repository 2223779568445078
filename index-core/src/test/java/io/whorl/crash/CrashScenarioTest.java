package io.whorl.crash;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.CrashScenario.History;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replaces a file: the correct steps pass, and each omitted step is detected. */
class CrashScenarioTest {
    private static final String OLD = "o".repeat(3_000);
    private static final String NEW = "n".repeat(9_000);

    @TempDir
    Path work;

    private CrashReport<String> replace(boolean forceFile, boolean forceName, boolean aside) throws Exception {
        CrashScenario<String> scenario = new CrashScenario<>(work, i -> Files.readString(i.resolve("file")), 20);
        return scenario.run(root -> Files.writeString(root.resolve("file"), OLD), OLD, (system, history) -> {
            history.begins(NEW);
            Path file = system.root().resolve("file");
            write(aside ? system.root().resolve("next") : file, forceFile);
            if (aside) {
                Files.move(
                        system.root().resolve("next"),
                        file,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            }
            if (forceName) {
                try (FileChannel names = FileChannel.open(system.root(), READ)) {
                    names.force(true);
                }
            }
            history.acknowledged(NEW);
        });
    }

    private static void write(Path file, boolean force) throws IOException {
        try (FileChannel channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE)) {
            channel.write(ByteBuffer.wrap(NEW.getBytes()));
            if (force) {
                channel.force(true);
            }
        }
    }

    @Test
    void anAtomicReplacementPasses() throws Exception {
        CrashReport<String> report = replace(true, true, true);
        assertEquals(Set.of(OLD, NEW), report.states().keySet());
        assertEquals(5, report.points());
        assertEquals(5 * 42, report.images());
        assertTrue(report.distinct() > 5, report::toString);
        assertEquals(1, report.counts().fileForces());
        assertEquals(1, report.counts().directoryForces());
    }

    @Test
    void missingForcesOfBytesAreDetected() {
        AssertionError e = assertThrows(AssertionError.class, () -> replace(false, true, true));
        assertTrue(e.getMessage().startsWith("before force 1 of disk, "), e.getMessage());
    }

    @Test
    void missingForcesOfNamesAreDetected() {
        AssertionError e = assertThrows(AssertionError.class, () -> replace(true, false, true));
        assertTrue(e.getMessage().startsWith("the end, NOTHING"), e.getMessage());
    }

    @Test
    void overwritingInPlaceIsDetected() {
        AssertionError e = assertThrows(AssertionError.class, () -> replace(true, true, false));
        assertTrue(e.getMessage().startsWith("before force 1 of file, "), e.getMessage());
    }

    @Test
    void onlyBegunStatesCanBeAcknowledged() {
        History<String> history = new History<>("a");
        history.begins("b");
        history.begins("c");
        history.acknowledged("b");
        assertEquals(Set.of("b", "c"), Set.copyOf(history.from(history.safe())));
        assertThrows(IllegalStateException.class, () -> history.acknowledged("d"));
        assertThrows(IllegalStateException.class, () -> history.acknowledged("a"));
    }
}
