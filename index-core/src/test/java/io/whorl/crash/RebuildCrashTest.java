package io.whorl.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.FullDiskTest.Indexing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power loss at any moment of a build or replacement leaves the old index or the new one, and no other files. */
class RebuildCrashTest {
    private static final int SEEDS = LongForm.of(6, 25);
    private static final Map<String, byte[]> OLD = RandomCorpus.of(1, 12, 200);
    private static final Map<String, byte[]> NEW = RandomCorpus.of(2, 15, 200);
    private static final Map<String, byte[]> ALL = new TreeMap<>(OLD);
    private static IndexState oldState;
    private static IndexState newState;

    @TempDir
    Path work;

    @BeforeAll
    static void states(@TempDir Path directory) throws Exception {
        ALL.putAll(NEW);
        Indexing.build(directory.resolve("old"), OLD);
        Indexing.build(directory.resolve("new"), NEW);
        oldState = IndexState.read(directory.resolve("old"), ALL);
        newState = IndexState.read(directory.resolve("new"), ALL);
        assertTrue(oldState.documents() == 12 && newState.documents() == 15);
    }

    /** Returns the state. Verifies that a build can follow, and leaves nothing of the interrupted one. */
    private static IndexState read(Path index) throws Exception {
        IndexState state = IndexState.read(index, ALL);
        Indexing.build(index, NEW);
        assertEquals(newState, IndexState.read(index, ALL));
        assertEquals(List.of("LOCK", "MANIFEST", "segment-N.whs"), Indexing.files(index));
        return state;
    }

    @Test
    void aPowerLossDuringAReplacementLeavesTheOldOrTheNewIndex() throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS)
                .run(root -> Indexing.build(root.resolve("index"), OLD), oldState, (system, history) -> {
                    history.begins(newState);
                    Indexing.build(system.root().resolve("index"), NEW);
                    history.acknowledged(newState);
                });
        assertEquals(Set.of(oldState, newState), report.states().keySet());
        assertTrue(report.points() > 8 && report.distinct() > 2 * SEEDS, report::toString);
    }

    /** Every directory that the build creates must be as durable as the index in it. */
    @Test
    void aPowerLossDuringAFirstBuildLeavesNoneOrTheNewIndex() throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("a/b/index")), SEEDS)
                .run(root -> {}, IndexState.NONE, (system, history) -> {
                    history.begins(newState);
                    Indexing.build(system.root().resolve("a/b/index"), NEW);
                    history.acknowledged(newState);
                });
        assertEquals(Set.of(IndexState.NONE, newState), report.states().keySet());
    }

    /** Another process, or a killed build, created the directory without forcing it. */
    @Test
    void anExistingDirectoryIsMadeDurableToo() throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS)
                .run(root -> {}, IndexState.NONE, (system, history) -> {
                    Path index = Files.createDirectory(system.root().resolve("index"));
                    history.begins(newState);
                    Indexing.build(index, NEW);
                    history.acknowledged(newState);
                });
        assertEquals(Set.of(IndexState.NONE, newState), report.states().keySet());
    }

    /** A build was killed between renaming MANIFEST and the force after it; another build is closed unfinished. */
    @Test
    void anUnfinishedBuildAfterAKilledOneRemovesNoNeededFile() throws Exception {
        Path killed = work.resolve("killed");
        Indexing.build(killed, OLD);
        Indexing.build(killed, NEW);
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS)
                .run(root -> Indexing.build(root.resolve("index"), OLD), oldState, (system, history) -> {
                    Path index = system.root().resolve("index");
                    put(killed.resolve("segment-000002.whs"), index.resolve("segment-000002.whs"));
                    put(killed.resolve("MANIFEST"), index.resolve("MANIFEST.tmp"));
                    history.begins(newState);
                    Files.move(
                            index.resolve("MANIFEST.tmp"),
                            index.resolve("MANIFEST"),
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    Indexing.giveUp(index);
                });
        assertEquals(Set.of(oldState, newState), report.states().keySet());
    }

    private static void put(Path from, Path to) throws IOException {
        Files.write(to, Files.readAllBytes(from));
        for (Path forced : List.of(to, to.getParent())) {
            try (FileChannel channel = FileChannel.open(forced, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
