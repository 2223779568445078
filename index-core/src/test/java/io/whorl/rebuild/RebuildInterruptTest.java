package io.whorl.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.IndexState;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupted rebuild fails without effect, or publishes the new index and reports that. */
class RebuildInterruptTest {
    private static final List<Doc> DUMP = Rebuilding.dump(3, 7);

    @TempDir
    Path directory;

    private IndexState oldState;
    private IndexState newState;
    private byte[] newBytes;
    private int failed;
    private int returned;

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void anInterruptAtAnyForceIsHandled() throws IOException {
        Path index = directory.resolve("index");
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(DUMP));
        Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        newState = IndexState.read(index, Rebuilding.queries(DUMP));
        newBytes = Rebuilding.segment(index);
        int nth = 1;
        while (isInterrupted(nth)) {
            nth++;
        }
        assertTrue(failed > 10 && returned > 1, failed + " failed, " + returned + " returned");
    }

    /** Returns whether there was an n-th force to interrupt. */
    private boolean isInterrupted(int nth) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + nth)));
        Path index = system.root().resolve("index");
        Path real = Path.of(index.toString());
        Rebuilding.buildOld(index);
        int[] forces = {0};
        system.onSync(point -> {
            if (!point.done() && ++forces[0] == nth) {
                Thread.currentThread().interrupt();
            }
        });
        boolean done = true;
        try {
            Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        } catch (IOException e) {
            done = false;
        }
        boolean struck = forces[0] >= nth;
        assertEquals(struck, Thread.interrupted(), "an interrupt is not forgotten");
        assertEquals(
                done ? newState : oldState,
                IndexState.read(real, Rebuilding.queries(DUMP)),
                "interrupted at force " + nth);
        failed += done ? 0 : 1;
        returned += struck && done ? 1 : 0;
        if (!done) {
            try {
                Rebuilding.resume(real, Rebuilding.OPTIONS, DUMP);
            } catch (RefusedException e) {
                assertEquals(Reason.NOTHING_TO_RESUME, e.reason(), e.getMessage());
                Rebuilding.rebuild(real, Rebuilding.OPTIONS, DUMP);
            }
        }
        assertArrayEquals(newBytes, Rebuilding.segment(real), "interrupted at force " + nth);
        return struck;
    }
}
