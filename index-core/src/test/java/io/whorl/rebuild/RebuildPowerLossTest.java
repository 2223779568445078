package io.whorl.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A power loss before or after any force of a rebuild leaves the old index or the new one. A resume then produces the
 * bytes of the new one.
 */
class RebuildPowerLossTest {
    private static final int SEEDS = LongForm.of(1, 20);
    private static final List<Doc> DUMP = Rebuilding.dump(3, 7);

    @TempDir
    Path work;

    private final Map<String, Integer> counts = new TreeMap<>();
    private IndexState oldState;
    private IndexState newState;
    private byte[] newBytes;

    @BeforeEach
    void states() throws IOException {
        Path index = work.resolve("index");
        Rebuilding.buildOld(index);
        oldState = IndexState.read(index, Rebuilding.queries(DUMP));
        Rebuilding.rebuild(index, Rebuilding.OPTIONS, DUMP);
        newState = IndexState.read(index, Rebuilding.queries(DUMP));
        newBytes = Rebuilding.segment(index);
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
        Path images = Files.createDirectory(work.resolve("images"));
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
