package io.whorl.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.FullDiskTest.Indexing;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The disk fills up at any operation of a build: the build fails, and the old index stays whole, also after a power
 * loss.
 */
class FullDiskTest {
    private static final Map<String, byte[]> OLD = RandomCorpus.of(1, 4, 60);
    private static final Map<String, byte[]> NEW = RandomCorpus.of(2, 6, 60);
    private static final Operation[] ALL = Operation.values();

    @TempDir
    static Path directory;

    private static final Map<String, byte[]> QUERIES = new TreeMap<>(OLD);
    /** The states of images by digest, because most images repeat. */
    private static final Map<String, IndexState> KNOWN = new HashMap<>();

    private static IndexState oldState;
    private static IndexState newState;
    private static int disks;

    private int late;

    @BeforeAll
    static void states() throws IOException {
        QUERIES.putAll(NEW);
        Indexing.build(directory.resolve("old"), OLD);
        Indexing.build(directory.resolve("new"), NEW);
        oldState = IndexState.read(directory.resolve("old"), QUERIES);
        newState = IndexState.read(directory.resolve("new"), QUERIES);
    }

    private CrashFileSystem disk(boolean old) throws IOException {
        Path root = Files.createDirectory(directory.resolve("disk-" + disks++));
        if (old) {
            Files.createDirectory(root.resolve("index"));
            for (String name : TestFiles.names(directory.resolve("old"))) {
                Files.copy(
                        directory.resolve("old").resolve(name),
                        root.resolve("index").resolve(name));
            }
        }
        return CrashFileSystem.over(root);
    }

    @ParameterizedTest
    @MethodSource("io.whorl.crash.CrashFileSystem$Fault#fullDisks")
    void aFullDiskKeepsTheOldIndex(Fault kind) throws IOException {
        everyOperationCanFail(kind, true);
    }

    @Test
    void aFailedFirstBuildLeavesNoIndex() throws IOException {
        everyOperationCanFail(Fault.at(1, ALL), false);
        everyOperationCanFail(Fault.at(1, ALL).andAllAfter(), false);
    }

    private void everyOperationCanFail(Fault kind, boolean old) throws IOException {
        late = 0;
        long nth = 1;
        while (fails(kind, nth, old, old ? oldState : IndexState.NONE)) {
            nth += LongForm.of(7, 1);
        }
        assertTrue(nth > 15, "only " + nth + " operations could fail");
        // The force after the rename, and the removal of the old segment.
        assertTrue(late <= 2, late + " failures came too late");
    }

    /** Returns whether there was an n-th operation to fail. */
    private boolean fails(Fault kind, long nth, boolean old, IndexState before) throws IOException {
        CrashFileSystem system = disk(old);
        Path index = system.root().resolve("index");
        system.fail(kind.numbered(nth));
        boolean returned = true;
        try {
            Indexing.build(index, NEW);
        } catch (IOException e) {
            returned = false;
            assertEquals("No space left on device", e.getMessage());
        }
        long failures = system.failures();
        assertTrue(returned || failures > 0);
        system.heal();
        String message = kind + " " + nth;
        IndexState after = IndexState.read(Path.of(index.toString()), QUERIES);
        // A failure after the rename comes too late to undo it.
        late += !returned && after.equals(newState) ? 1 : 0;
        assertTrue(returned ? after.equals(newState) : Set.of(before, newState).contains(after), message);
        for (CrashMode mode : CrashMode.values()) {
            for (int seed = 0; seed < 5; seed++) {
                IndexState image = state(system.image(mode, new Random(seed)));
                assertTrue(
                        returned
                                ? image.equals(newState)
                                : Set.of(before, newState).contains(image),
                        message);
            }
        }
        Indexing.build(index, OLD);
        assertEquals(oldState, IndexState.read(Path.of(index.toString()), QUERIES), message);
        assertEquals(List.of("LOCK", "MANIFEST", "segment-N.whs"), Indexing.files(Path.of(index.toString())), message);
        return failures > 0;
    }

    private IndexState state(CrashImage image) throws IOException {
        String digest = image.digest();
        if (!KNOWN.containsKey(digest)) {
            Path target = directory.resolve("image-" + KNOWN.size());
            image.writeTo(target);
            KNOWN.put(digest, IndexState.read(target.resolve("index"), QUERIES));
        }
        return KNOWN.get(digest);
    }

    /** Builds that perform the same operations each time. */
    static final class Indexing {
        static final Scheme SCHEME = Scheme.builder().granularity(3).build();
        /** One thread, so that the n-th operation is the same in each run. */
        private static final BuildOptions OPTIONS =
                BuildOptions.DEFAULT.replace(true).threads(1).memory(16 << 20);

        private Indexing() {}

        static void build(Path index, Map<String, byte[]> documents) throws IOException {
            RandomCorpus.index(index, SCHEME, documents, OPTIONS);
        }

        /** Begins a build and closes it unfinished. */
        static void giveUp(Path index) throws IOException {
            IndexBuilder.create(index, SCHEME, OPTIONS).close();
        }

        /** The names in the directory of an index in order, segments without their numbers. */
        static List<String> files(Path index) throws IOException {
            return TestFiles.names(index).stream()
                    .map(n -> n.replaceAll("segment-\\d+", "segment-N"))
                    .toList();
        }
    }

    // A power loss at any moment of a build or replacement leaves the old index or the new one, and no other files.

    private static final int SEEDS = LongForm.of(6, 25);

    @TempDir
    Path work;

    /** Returns the state. Verifies that a build can follow, and leaves nothing of the interrupted one. */
    private static IndexState read(Path index) throws Exception {
        IndexState state = IndexState.read(index, QUERIES);
        Indexing.build(index, NEW);
        assertEquals(newState, IndexState.read(index, QUERIES));
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
