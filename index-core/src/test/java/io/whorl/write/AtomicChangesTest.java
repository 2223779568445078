package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.WriterException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.CrashScenario;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.IndexState;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.Rebuilding;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.store.Checksum;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Changes that are complete or have no effect. A power loss at any moment or a full disk at any operation leaves the
 * state before or after. The change can be made again then, and leaves no other files.
 */
class AtomicChangesTest {
    private static final int SEEDS = LongForm.of(1, 20);
    private static final Scheme SCHEME = Scheme.builder().granularity(3).build();
    /** One thread, so that the n-th operation is the same in each run. */
    private static final BuildOptions BUILD =
            BuildOptions.DEFAULT.replace(true).threads(1).memory(16 << 20);

    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).mergeFactor(64);
    private static final Map<String, byte[]> OLD = RandomCorpus.of(1, 4, 60);
    private static final Map<String, byte[]> NEW = RandomCorpus.of(2, 6, 60);
    private static final Map<String, byte[]> OLD_AND_NEW = new TreeMap<>(OLD);
    private static final Map<String, byte[]> TEXTS = RandomCorpus.of(5, 7, 60);
    private static final List<String> IDS = List.copyOf(TEXTS.keySet());
    private static final List<List<NewDocument>> SHARDS = TestSets.documents(21, 3, 4, false, 1);
    private static final Map<String, byte[]> ADOPTED = new TreeMap<>(
            Map.of("old", RandomCorpus.utf8("an old document"), "logged", RandomCorpus.utf8("in the log")));
    private static final List<NewDocument> DUMP = Rebuilding.dump(3, 7);
    private static final Map<Change, Ends> ENDS = new EnumMap<>(Change.class);

    @TempDir
    static Path folder;

    private static Path set;
    private static int disks;

    private interface Step {
        void run(Path root) throws IOException;
    }

    /** The states of an index before and after a change, and the segment of a rebuild. */
    private record Ends(IndexState before, IndexState after, byte[] rebuilt) {}

    private enum Change {
        /** Every directory that the build creates must be as durable as the index in it. */
        FIRST_BUILD("a/b/index", NEW, root -> {}, root -> build(root.resolve("a/b/index"), NEW)),
        /** Another process, or a killed build, created the directory without forcing it. */
        BUILD_IN_A_DIRECTORY("index", NEW, root -> {}, root -> {
            Files.createDirectories(root.resolve("index"));
            build(root.resolve("index"), NEW);
        }),
        REPLACEMENT(
                "index",
                OLD_AND_NEW,
                root -> build(root.resolve("index"), OLD),
                root -> build(root.resolve("index"), NEW)),
        FIRST_BACKUP("backup", TEXTS, AtomicChangesTest::write, AtomicChangesTest::backup),
        BACKUP("backup", TEXTS, AtomicChangesTest::writeSinceABackup, AtomicChangesTest::backup),
        LINKED_FIRST_BACKUP("backup", TEXTS, AtomicChangesTest::write, AtomicChangesTest::backup),
        LINKED_BACKUP("backup", TEXTS, AtomicChangesTest::writeSinceABackup, AtomicChangesTest::backup),
        FIRST_ADOPTION("index", ADOPTED, root -> {}, AtomicChangesTest::adopt),
        ADOPTION("index", ADOPTED, AtomicChangesTest::writeToAdopt, AtomicChangesTest::adopt),
        REBUILD(
                "index",
                Rebuilding.queries(DUMP),
                root -> Rebuilding.buildOld(root.resolve("index")),
                root -> rebuild(root.resolve("index")));

        private final String place;
        private final Map<String, byte[]> queries;
        private final Step prepare;
        private final Step run;

        /** @param place of the index that changes, below the root of the disk */
        Change(String place, Map<String, byte[]> queries, Step prepare, Step run) {
            this.place = place;
            this.queries = queries;
            this.prepare = prepare;
            this.run = run;
        }

        IndexState state(Path root) throws IOException {
            return IndexState.read(root.resolve(place), queries);
        }

        Ends ends() throws IOException {
            if (!ENDS.containsKey(this)) {
                Path root = Files.createDirectory(folder.resolve("ends-" + this));
                prepare.run(root);
                IndexState before = state(root);
                run.run(root);
                byte[] rebuilt = this == REBUILD ? TestFiles.bytes(root.resolve(place)) : new byte[0];
                ENDS.put(this, new Ends(before, state(root), rebuilt));
            }
            return ENDS.get(this);
        }

        CrashFileSystem over(Path root) throws IOException {
            CrashFileSystem system = CrashFileSystem.over(root);
            if (name().startsWith("LINKED")) {
                system.allowLinks();
            }
            return system;
        }
    }

    @BeforeAll
    static void make() throws IOException {
        OLD_AND_NEW.putAll(NEW);
        TestSets.all(SHARDS).forEach(d -> ADOPTED.put(d.id(), d.utf8()));
        set = folder.resolve("set");
        TestSets.build(set, SCHEME, TestSets.OPTIONS, SHARDS);
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    private static void build(Path index, Map<String, byte[]> documents) throws IOException {
        RandomCorpus.index(index, SCHEME, documents, BUILD);
    }

    /** An index with two segments, deaths and a log. */
    private static void write(Path root) throws IOException {
        try (IndexWriter writer = IndexWriter.create(root.resolve("index"), SCHEME, WRITING)) {
            add(writer, 0, 1);
            writer.seal();
            add(writer, 2, 3);
            writer.seal();
            writer.delete(IDS.get(0));
            add(writer, 4);
        }
    }

    /** An index that has changed in all of them since its backup. */
    private static void writeSinceABackup(Path root) throws IOException {
        write(root);
        backup(root);
        try (IndexWriter writer = IndexWriter.open(root.resolve("index"), WRITING)) {
            add(writer, 5);
            writer.seal();
            writer.delete(IDS.get(2));
            add(writer, 6);
        }
    }

    private static void add(IndexWriter writer, int... documents) throws IOException {
        for (int d : documents) {
            writer.add(IDS.get(d), TEXTS.get(IDS.get(d)));
            writer.commit();
        }
    }

    private static void backup(Path root) throws IOException {
        try (Snapshot snapshot = Snapshot.open(root.resolve("index"))) {
            snapshot.backup(root.resolve("backup"));
        }
    }

    /** An index with documents in a segment and in the log, one of which the set replaces. */
    private static void writeToAdopt(Path root) throws IOException {
        try (IndexWriter writer = IndexWriter.create(root.resolve("index"), SCHEME, WRITING)) {
            writer.add("old", ADOPTED.get("old"));
            writer.add(SHARDS.get(1).get(0).id(), "an old text that the set replaces with another");
            writer.commit();
            writer.seal();
            writer.add("logged", ADOPTED.get("logged"));
            writer.commit();
        }
    }

    private static void adopt(Path root) throws IOException {
        Path index = root.resolve("index");
        if (!Files.exists(index.resolve("MANIFEST"))) {
            IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT);
            return;
        }
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            writer.adopt(set, AdoptOptions.DEFAULT);
        }
    }

    /** Resumes a rebuild, or begins one, stops in the middle, and resumes it. */
    private static void rebuild(Path index) throws IOException {
        try {
            Rebuilding.resume(index, Rebuilding.OPTIONS, DUMP);
        } catch (RefusedException e) {
            assertEquals(RefusedException.Reason.NOTHING_TO_RESUME, e.reason(), e::getMessage);
            Rebuilding.stopped(index, DUMP, DUMP.size() / 2);
            Rebuilding.resume(index, Rebuilding.OPTIONS, DUMP);
        }
    }

    private static void again(Change change, Path root) throws IOException {
        if (change.place.equals("backup")) {
            move(
                    root.resolve("backup").resolve("MANIFEST"),
                    root.resolve("index").toRealPath());
        }
        // On a file system that does not really force, which is slow.
        change.run.run(CrashFileSystem.over(root).root());
        assertEquals(change.ends().after, change.state(root));
        assertEquals(List.of(), LostWriteTest.unnamed(root.resolve(change.place)));
        if (change == Change.REBUILD) {
            assertArrayEquals(change.ends().rebuilt, TestFiles.bytes(root.resolve(change.place)));
        }
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

    @ParameterizedTest
    @EnumSource
    void aPowerLossLeavesTheStateBeforeOrAfter(Change change, @TempDir Path work) throws Exception {
        assertPowerLoss(change, change.run, work);
    }

    /** In the short form, the change is made again in one image of four. */
    private static void assertPowerLoss(Change change, Step run, Path work) throws Exception {
        Ends ends = change.ends();
        int[] read = {0};
        CrashScenario.Reader<IndexState> reader = image -> {
            IndexState state = change.state(image);
            if (read[0]++ % LongForm.of(4, 1) == 0) {
                again(change, Files.createDirectories(image));
            }
            return state;
        };
        CrashReport<IndexState> report = new CrashScenario<>(work, reader, SEEDS)
                .run(change.prepare::run, ends.before, (system, history) -> {
                    if (change.name().startsWith("LINKED")) {
                        system.allowLinks();
                    }
                    history.begins(ends.after);
                    run.run(system.root());
                    history.acknowledged(ends.after);
                });
        assertEquals(Set.of(ends.before, ends.after), report.states().keySet());
    }

    /** A build was killed between renaming MANIFEST and the force after it; another build is closed unfinished. */
    @Test
    void anUnfinishedBuildAfterAKilledOneRemovesNoNeededFile(@TempDir Path work) throws Exception {
        Path killed = folder.resolve("killed");
        build(killed, OLD);
        build(killed, NEW);
        assertPowerLoss(
                Change.REPLACEMENT,
                root -> {
                    Path index = root.resolve("index");
                    put(killed.resolve("segment-000002.whs"), index.resolve("segment-000002.whs"));
                    put(killed.resolve("MANIFEST"), index.resolve("MANIFEST.tmp"));
                    Files.move(
                            index.resolve("MANIFEST.tmp"),
                            index.resolve("MANIFEST"),
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    IndexBuilder.create(index, SCHEME, BUILD).close();
                },
                work);
    }

    private static void put(Path from, Path to) throws IOException {
        Files.write(to, Files.readAllBytes(from));
        for (Path forced : List.of(to, to.getParent())) {
            try (FileChannel channel = FileChannel.open(forced, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFullDiskLeavesTheStateBeforeOrAfter(Change change) throws IOException {
        int step = LongForm.of(change == Change.REBUILD ? 37 : 9, 1);
        int first = 1;
        for (Fault kind : Fault.fullDisks().toList()) {
            long nth = first;
            while (fails(change, kind.numbered(nth))) {
                nth += step;
            }
            assertTrue(nth > first, "no operation of " + kind + " failed");
            // In the short form each kind begins with another operation.
            first += LongForm.of(2, 0);
        }
    }

    private static Path prepared(Change change) throws IOException {
        Path root = Files.createDirectory(folder.resolve("disk-" + disks++));
        change.prepare.run(CrashFileSystem.over(root).root());
        return root;
    }

    /** Returns whether an operation failed. */
    private static boolean fails(Change change, Fault fault) throws IOException {
        Ends ends = change.ends();
        Path root = prepared(change);
        CrashFileSystem system = change.over(root);
        system.fail(fault);
        boolean returned = true;
        try {
            change.run.run(system.root());
        } catch (IOException | WriterException e) {
            returned = false;
            assertTrue(
                    Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                            .anyMatch(c -> String.valueOf(c.getMessage()).contains("No space left on device")),
                    e::toString);
        }
        boolean failed = system.failures() > 0;
        assertTrue(returned || failed);
        system.heal();
        Set<IndexState> allowed = returned ? Set.of(ends.after) : Set.of(ends.before, ends.after);
        IndexState state = change.state(root);
        assertTrue(allowed.contains(state), () -> fault + ": " + state);
        for (CrashMode mode : CrashMode.values()) {
            Path image = folder.resolve("image-" + disks++);
            system.image(mode, new Random(disks), image);
            IndexState left = change.state(image);
            assertTrue(allowed.contains(left), () -> fault + ", then a power loss of " + mode + ": " + left);
        }
        again(change, root);
        return failed;
    }

    @Test
    void aFailedFirstBackupLeavesNothing() throws IOException {
        Path root = prepared(Change.FIRST_BACKUP);
        CrashFileSystem system = CrashFileSystem.over(root);
        // A later write, after files were copied.
        system.fail(Fault.at(6, Operation.WRITE));
        assertMessage(IOException.class, "No space left on device", () -> backup(system.root()));
        assertTrue(Files.notExists(root.resolve("backup")));
    }

    @Test
    void anInterruptAtAnyForceOfARebuildIsHandled() throws IOException {
        Ends ends = Change.REBUILD.ends();
        int failed = 0;
        int returned = 0;
        boolean struck = true;
        for (int nth = 1; struck; nth++) {
            Path root = prepared(Change.REBUILD);
            CrashFileSystem system = CrashFileSystem.over(root);
            int[] left = {nth};
            system.onSync(point -> {
                if (!point.done() && --left[0] == 0) {
                    Thread.currentThread().interrupt();
                }
            });
            boolean done = true;
            try {
                Rebuilding.rebuild(system.root().resolve("index"), Rebuilding.OPTIONS, DUMP);
            } catch (IOException e) {
                done = false;
            }
            struck = left[0] <= 0;
            assertEquals(struck, Thread.interrupted(), "an interrupt is not forgotten");
            assertEquals(done ? ends.after : ends.before, Change.REBUILD.state(root), "interrupted at force " + nth);
            failed += done ? 0 : 1;
            returned += struck && done ? 1 : 0;
            again(Change.REBUILD, root);
        }
        assertTrue(failed > 10 && returned > 1, failed + " failed, " + returned + " returned");
    }
}
