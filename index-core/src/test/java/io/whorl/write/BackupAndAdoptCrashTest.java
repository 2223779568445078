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
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.shard.TestSets.Doc;
import io.whorl.store.Checksum;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A power loss or a full disk at any step of a backup leaves the earlier backup or the new one, and the index. */
class BackupAndAdoptCrashTest {
    private static final int SEEDS = LongForm.of(1, 20);
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(64);
    private static final Map<String, byte[]> QUERIES = new TreeMap<>();

    @TempDir
    static Path folder;

    private static IndexState first;
    private static IndexState second;
    private static int disks;
    private static int images;

    static {
        for (int i = 0; i < 8; i++) {
            QUERIES.put("d" + i, WriterFixture.text(i, 30));
        }
    }

    private static void add(IndexWriter writer, int document) throws IOException {
        writer.add("d" + document, QUERIES.get("d" + document));
        writer.commit();
    }

    /** An index with two segments, deaths and a log. With an earlier backup, it has changed in all of them since. */
    private static void prepare(Path root, boolean earlier) throws IOException {
        Path index = root.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WRITING)) {
            add(writer, 0);
            add(writer, 1);
            writer.seal();
            add(writer, 2);
            add(writer, 3);
            writer.seal();
            writer.delete("d0");
            add(writer, 4);
            if (earlier) {
                writer.backup(root.resolve("backup"));
                add(writer, 5);
                writer.seal();
                writer.delete("d2");
                add(writer, 6);
            }
        }
    }

    private static void backup(Path root) throws IOException {
        try (Snapshot snapshot = Snapshot.open(root.resolve("index"))) {
            snapshot.backup(root.resolve("backup"));
        }
    }

    private static IndexState state(Path root) throws IOException {
        return IndexState.read(root.resolve("backup"), QUERIES);
    }

    /** Returns what a reader of the backup finds. In the short form, a backup follows in one of four. */
    private static IndexState read(Path root) throws IOException {
        IndexState state = state(root);
        if (images++ % LongForm.of(4, 1) == 0) {
            assertBackupFollows(root);
        }
        return state;
    }

    /** Verifies that a backup can follow, and leaves no other files. */
    private static void assertBackupFollows(Path root) throws IOException {
        IndexState index = IndexState.read(root.resolve("index"), QUERIES);
        move(root.resolve("backup").resolve("MANIFEST"), root.resolve("index").toRealPath());
        backup(root);
        assertEquals(index, state(root));
        assertEquals(List.of(), LostWriteTest.unnamed(root.resolve("backup")));
    }

    /** An image is at another path than its disk, and an index is known by its path. */
    private static void move(Path manifest, Path index) throws IOException {
        if (Files.exists(manifest)) {
            String json = Files.readAllLines(manifest)
                    .get(0)
                    .replaceFirst("(?<=\"backupOf\":)\"[^\"]*\"", Matcher.quoteReplacement("\"" + index + "\""));
            int checksum = Checksum.of(json.getBytes(StandardCharsets.UTF_8));
            Files.writeString(manifest, json + "\n" + String.format(Locale.ROOT, "%08x", checksum) + "\n");
        }
    }

    @BeforeAll
    static void states() throws IOException {
        Path root = Files.createDirectory(folder.resolve("states"));
        prepare(root, true);
        first = state(root);
        second = IndexState.read(root.resolve("index"), QUERIES);
        assertEquals(3, Set.of(first, second, IndexState.NONE).size());
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void aPowerLossLeavesTheEarlierOrTheNewBackup(boolean earlier, boolean links, @TempDir Path work) throws Exception {
        IndexState before = earlier ? first : IndexState.NONE;
        IndexState after = earlier ? second : first;
        CrashReport<IndexState> report = new CrashScenario<>(work, BackupAndAdoptCrashTest::read, SEEDS)
                .run(root -> prepare(root, earlier), before, (system, history) -> {
                    if (links) {
                        system.allowLinks();
                    }
                    history.begins(after);
                    backup(system.root());
                    history.acknowledged(after);
                });
        assertEquals(Set.of(before, after), report.states().keySet());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyOperationOfTheDiskCanFail(boolean links) throws IOException {
        for (boolean earlier : new boolean[] {false, true}) {
            for (boolean after : new boolean[] {false, true}) {
                // In the short form each combination begins with another operation, so together they try them all.
                int nth = LongForm.of(1 + (links ? 4 : 0) + (earlier ? 2 : 0) + (after ? 1 : 0), 1);
                while (fails(nth, after, earlier, links)) {
                    nth += LongForm.of(8, 1);
                }
                assertTrue(nth > 18, "only " + nth + " operations could fail");
            }
        }
    }

    /**
     * Returns whether there was an n-th operation to fail.
     *
     * @param after whether all later ones fail, too, as after a kill
     */
    private static boolean fails(int nth, boolean after, boolean earlier, boolean links) throws IOException {
        Path root = Files.createDirectory(folder.resolve("disk-" + disks++));
        prepare(root, earlier);
        CrashFileSystem system = CrashFileSystem.over(root);
        if (links) {
            system.allowLinks();
        }
        boolean returned = true;
        Fault fault = Fault.at(nth, Operation.values());
        system.fail(after ? fault.andAllAfter() : fault);
        try {
            backup(system.root());
        } catch (IOException | WriterException e) {
            returned = false;
        }
        boolean failed = system.failures() > 0;
        system.heal();
        IndexState before = earlier ? first : IndexState.NONE;
        IndexState next = earlier ? second : first;
        IndexState state = state(root);
        assertTrue(
                returned ? state.equals(next) : Set.of(before, next).contains(state),
                () -> "operation " + nth + ": " + state);
        assertBackupFollows(root);
        return failed;
    }

    @Test
    void aFailedFirstBackupLeavesNothing() throws IOException {
        Path root = Files.createDirectory(folder.resolve("disk-" + disks++));
        prepare(root, false);
        CrashFileSystem system = CrashFileSystem.over(root);
        // A later write, after files were copied.
        system.fail(Fault.at(6, Operation.WRITE));
        try {
            backup(system.root());
            throw new AssertionError("the write did not fail");
        } catch (IOException e) {
            assertEquals("No space left on device", e.getMessage());
        }
        assertTrue(Files.notExists(root.resolve("backup")));
    }

    // A power loss or a full disk at any step of an adoption leaves the old index or the new one.

    private static final List<List<Doc>> SHARDS = TestSets.documents(21, 3, 4, false, 1);

    private static final Map<String, byte[]> ADOPTED_QUERIES = new TreeMap<>();

    private static Path set;

    private static IndexState before;

    private static IndexState after;

    private static IndexState created;

    /** Images readAdopted; in the short form an adoption follows in one of twelve. */
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
    static void adoptedStates() throws IOException {
        for (Doc d : TestSets.all(SHARDS)) {
            ADOPTED_QUERIES.put(d.id(), d.text());
        }
        ADOPTED_QUERIES.put("old", "an old document that stays as it is".getBytes());
        ADOPTED_QUERIES.put("logged", "a document that is only in the log".getBytes());
        set = folder.resolve("set");
        TestSets.build(set, SCHEME, TestSets.OPTIONS, SHARDS);
        Path index = folder.resolve("index");
        prepare(index);
        before = IndexState.read(index, ADOPTED_QUERIES);
        adopt(index);
        after = IndexState.read(index, ADOPTED_QUERIES);
        adopt(folder.resolve("created"));
        created = IndexState.read(folder.resolve("created"), ADOPTED_QUERIES);
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
    private static IndexState readAdopted(Path index) throws Exception {
        IndexState state = IndexState.read(index, ADOPTED_QUERIES);
        if (looked++ % LongForm.of(12, 1) != 0) {
            return state;
        }
        Path fast = CrashFileSystem.over(Files.createDirectories(index)).root();
        adopt(fast);
        assertEquals(
                state.equals(IndexState.NONE) || state.equals(created) ? created : after,
                IndexState.read(index, ADOPTED_QUERIES));
        assertEquals(List.of(), LostWriteTest.unnamed(index));
        return state;
    }

    @Test
    void aPowerLossDuringAnAdoptionLeavesTheOldOrTheNewIndex(@TempDir Path work) throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> readAdopted(i.resolve("index")), SEEDS)
                .run(root -> prepare(root.resolve("index")), before, (system, history) -> {
                    history.begins(after);
                    adopt(system.root().resolve("index"));
                    history.acknowledged(after);
                });
        assertEquals(Set.of(before, after), report.states().keySet());
    }

    @Test
    void aPowerLossDuringTheFirstAdoptionLeavesNoneOrTheNewIndex(@TempDir Path work) throws Exception {
        CrashReport<IndexState> report = new CrashScenario<>(work, i -> readAdopted(i.resolve("index")), SEEDS)
                .run(root -> {}, IndexState.NONE, (system, history) -> {
                    history.begins(created);
                    adopt(system.root().resolve("index"));
                    history.acknowledged(created);
                });
        assertEquals(Set.of(IndexState.NONE, created), report.states().keySet());
    }

    @Test
    void everyOperationOfAnAdoptionCanFail() throws IOException {
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
        IndexState state = IndexState.read(real, ADOPTED_QUERIES);
        IndexState next = existing ? after : created;
        assertTrue(
                returned && state.equals(next)
                        || !returned
                                && Set.of(existing ? before : IndexState.NONE, next)
                                        .contains(state),
                () -> "operation " + nth + ": " + state);
        adopt(real);
        assertEquals(next, IndexState.read(real, ADOPTED_QUERIES));
        return failed;
    }
}
