package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.WriterException;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashScenario;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.IndexState;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.shard.TestSets.Doc;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power loss or a full disk at any step of an adoption leaves the old index or the new one. */
class AdoptCrashTest {
    private static final int SEEDS = LongForm.of(1, 20);
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(64);
    private static final List<List<Doc>> SHARDS = TestSets.documents(21, 3, 4, false, 1);
    private static final Map<String, byte[]> QUERIES = new TreeMap<>();

    @TempDir
    static Path folder;

    private static Path set;
    private static IndexState before;
    private static IndexState after;
    private static IndexState created;
    private static int disks;
    /** Images read; in the short form an adoption follows in one of twelve. */
    private static int looked;

    /** An index with documents in a segment and in the log, one of which the set replaces. */
    private static void prepare(Path index) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WRITING)) {
            writer.add("old", "an old document that stays as it is");
            writer.add(SHARDS.get(1).get(0).id(), "an old text that the set replaces with another");
            writer.commit();
            writer.seal();
            writer.add("logged", "a document that is only in the log");
            writer.commit();
        }
    }

    @BeforeAll
    static void states() throws IOException {
        for (Doc d : TestSets.all(SHARDS)) {
            QUERIES.put(d.id(), d.text());
        }
        QUERIES.put("old", "an old document that stays as it is".getBytes());
        QUERIES.put("logged", "a document that is only in the log".getBytes());
        set = folder.resolve("set");
        TestSets.build(set, SCHEME, TestSets.OPTIONS, SHARDS);
        Path index = folder.resolve("index");
        prepare(index);
        before = IndexState.read(index, QUERIES);
        adopt(index);
        after = IndexState.read(index, QUERIES);
        adopt(folder.resolve("created"));
        created = IndexState.read(folder.resolve("created"), QUERIES);
        assertEquals(3, Set.of(before, after, created).size());
    }

    private static void adopt(Path index) throws IOException {
        if (!Files.exists(index.resolve("MANIFEST"))) {
            IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT);
            return;
        }
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            writer.adopt(set, AdoptOptions.DEFAULT);
        }
    }

    /** Returns what a reader finds. Verifies that an adoption can follow, and leaves no other files. */
    private static IndexState read(Path index) throws Exception {
        IndexState state = IndexState.read(index, QUERIES);
        if (looked++ % LongForm.of(12, 1) != 0) {
            return state;
        }
        Path fast = CrashFileSystem.over(Files.createDirectories(index)).root();
        adopt(fast);
        assertEquals(
                state.equals(IndexState.NONE) || state.equals(created) ? created : after,
                IndexState.read(index, QUERIES));
        assertEquals(List.of(), KillTest.unnamed(index));
        return state;
    }

    @Test
    void aPowerLossDuringAnAdoptionLeavesTheOldOrTheNewIndex(@TempDir Path work) throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS)
                .run(root -> prepare(root.resolve("index")), before, (system, history) -> {
                    history.begins(after);
                    adopt(system.root().resolve("index"));
                    history.acknowledged(after);
                });
        assertEquals(Set.of(before, after), report.states().keySet());
    }

    @Test
    void aPowerLossDuringTheFirstAdoptionLeavesNoneOrTheNewIndex(@TempDir Path work) throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS)
                .run(root -> {}, IndexState.NONE, (system, history) -> {
                    history.begins(created);
                    adopt(system.root().resolve("index"));
                    history.acknowledged(created);
                });
        assertEquals(Set.of(IndexState.NONE, created), report.states().keySet());
    }

    @Test
    void everyOperationOfTheDiskCanFail() throws IOException {
        for (boolean existing : new boolean[] {true, false}) {
            int nth = 1;
            while (fails(nth, existing)) {
                nth += LongForm.of(9, 1);
            }
            assertTrue(nth > 18, "only " + nth + " operations could fail");
        }
    }

    /** Returns whether there was an n-th operation to fail. */
    private static boolean fails(int nth, boolean existing) throws IOException {
        Path root = Files.createDirectory(folder.resolve("disk-" + disks++));
        Path real = root.resolve("index");
        if (existing) {
            prepare(real);
        }
        CrashFileSystem system = CrashFileSystem.over(root);
        boolean returned = true;
        system.fail(Fault.at(nth, Operation.values()).andAllAfter());
        try {
            adopt(system.root().resolve("index"));
        } catch (IOException | WriterException e) {
            returned = false;
        }
        boolean failed = system.failures() > 0;
        system.heal();
        IndexState state = IndexState.read(real, QUERIES);
        IndexState next = existing ? after : created;
        assertTrue(
                returned && state.equals(next)
                        || !returned
                                && Set.of(existing ? before : IndexState.NONE, next)
                                        .contains(state),
                () -> "operation " + nth + ": " + state);
        adopt(real);
        assertEquals(next, IndexState.read(real, QUERIES));
        return failed;
    }
}
