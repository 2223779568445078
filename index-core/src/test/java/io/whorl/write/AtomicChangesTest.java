package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.QUIET;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.change;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

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
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.rebuild.Rebuilding;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.testing.LongForm;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

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

    private static final Map<String, byte[]> OLD = RandomCorpus.of(1, 4, 60);
    private static final Map<String, byte[]> NEW = RandomCorpus.of(2, 6, 60);
    private static final Map<String, byte[]> OLD_AND_NEW = new TreeMap<>(OLD);
    private static final Map<String, byte[]> TEXTS = RandomCorpus.of(5, 7, 60);
    private static final Map<String, byte[]> TEXTS_AND_NEW = new TreeMap<>(TEXTS);
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
        FIRST_BUILD("a/b/index", NEW, root -> {}, building("a/b/index", NEW)),
        /** Another process, or a killed build, created the directory without forcing it. */
        BUILD_IN_A_DIRECTORY("index", NEW, root -> {}, root -> {
            Files.createDirectories(root.resolve("index"));
            build(root.resolve("index"), NEW);
        }),
        REPLACEMENT("index", OLD_AND_NEW, building("index", OLD), building("index", NEW)),
        /** Of segments, deleted documents and a log. */
        LIVE_REPLACEMENT("index", TEXTS_AND_NEW, AtomicChangesTest::write, building("index", NEW)),
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
        TEXTS_AND_NEW.putAll(NEW);
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

    private static Step building(String place, Map<String, byte[]> documents) {
        return root -> build(root.resolve(place), documents);
    }

    /** An index with two segments, deaths and a log. */
    private static void write(Path root) throws IOException {
        try (IndexWriter writer = IndexWriter.create(root.resolve("index"), SCHEME, QUIET)) {
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
        try (IndexWriter writer = IndexWriter.open(root.resolve("index"), QUIET)) {
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
        try (IndexWriter writer = IndexWriter.create(root.resolve("index"), SCHEME, QUIET)) {
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
        try (IndexWriter writer = IndexWriter.open(index, QUIET)) {
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
            Files.write(manifest, TestFiles.manifest(json));
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

    private static Path disk() throws IOException {
        return Files.createDirectory(folder.resolve("disk-" + disks++));
    }

    private static Path prepared(Change change) throws IOException {
        Path root = disk();
        change.prepare.run(CrashFileSystem.over(root).root());
        return root;
    }

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
            assertTrue(String.valueOf(root(e).getMessage()).contains("No space left on device"), e::toString);
        }
        boolean failed = system.failures() > 0;
        assertTrue(returned || failed);
        system.heal();
        Set<IndexState> allowed = returned ? Set.of(ends.after) : Set.of(ends.before, ends.after);
        IndexState state = change.state(root);
        assertTrue(allowed.contains(state), () -> fault + ": " + state);
        for (CrashMode mode : CrashMode.values()) {
            Path image = folder.resolve("image-" + disks++);
            system.image(mode, new Random(disks)).writeTo(image);
            IndexState left = change.state(image);
            assertTrue(allowed.contains(left), () -> fault + ", then a power loss of " + mode + ": " + left);
        }
        again(change, root);
        return failed;
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
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
        assertTrue(failed > 5 && returned > 1, failed + " failed, " + returned + " returned");
    }

    // The disk fills up at any operation of a writer. Callers get an error if they need to know. No acknowledged commit
    // is lost. When there is space again, the writer continues, or fails and the next one continues.

    private static final int COMMITS = 31;
    private static final int LARGE = 40;
    private static final Script SCRIPT = new Script(9);
    private static final Map<String, byte[]> QUERIES = SCRIPT.queries(COMMITS - 2, COMMITS + 1);
    private static IndexState last;

    private boolean struck;

    @BeforeAll
    static void state() throws IOException {
        last = Script.built(SCRIPT.after(COMMITS), QUERIES, folder);
    }

    @ParameterizedTest
    @MethodSource("io.whorl.crash.CrashFileSystem$Fault#fullDisks")
    void aFullDiskLosesNoAcknowledgedCommit(Fault kind) throws IOException {
        int step = LongForm.of(661, 1);
        long nth = 1;
        while (run(kind.numbered(nth))) {
            nth += step;
        }
        assertTrue(nth > 60, "only " + nth + " operations could fail");
    }

    /**
     * A commit that exceeds the memory is spooled while documents are added. Callers that add or commit learn that they
     * must add the documents again.
     */
    @Test
    void aFullDiskWhileSpoolingIsReported() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(disk());
        Path index = system.root().resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
            writer.add("small", large(0, 10));
            assertEquals(1, writer.commit());
            system.fail(Fault.at(2, Operation.WRITE).andAllAfter());
            List<String> reported = new ArrayList<>();
            for (int d = 0; d < LARGE; d++) {
                try {
                    writer.add("large-" + d, large(d, 50_000));
                } catch (IOException e) {
                    reported.add(e.getMessage());
                }
            }
            assertTrue(
                    reported.get(0).equals("No space left on device") && reported.size() < LARGE, reported::toString);
            assertTrue(reported.stream().skip(1).allMatch(m -> m.contains("cannot be kept")), reported::toString);
            system.heal();
            assertMessage(IOException.class, "added again", writer::commit);
            assertEquals(1, writer.commit());
            assertEquals(1, Snapshot.open(index).documents());
            for (int d = 0; d < LARGE; d++) {
                writer.add("large-" + d, large(d, 50_000));
            }
            assertEquals(2, writer.commit());
        }
        assertEquals(1 + LARGE, Snapshot.open(index).documents());
    }

    /** A seal in the background failed while the disk was full. When it is needed, there is space again. */
    @Test
    void aSealThatFailedEarlierIsTriedAgainBeforeACommitFails() throws Exception {
        CrashFileSystem system = CrashFileSystem.over(disk());
        Path index = system.root().resolve("index");
        WriterOptions options = Script.TIGHT.liveMap(WriterOptions.LiveMap.NONE);
        try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, options)) {
            for (int commit = 0; commit < 6; commit++) {
                if (commit == 2) {
                    // The live tier is full. After the next log, no file can be created.
                    system.fail(Fault.at(2, Operation.CREATE).andAllAfter());
                }
                for (int d = 0; d < 50; d++) {
                    writer.add("document-" + commit + "-" + d, large(d, 4));
                }
                assertEquals(commit + 1, writer.commit());
                if (commit == 2) {
                    // The segment.
                    Patience.until(() -> system.failures() > 0);
                    system.heal();
                }
            }
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(300, snapshot.documents());
            }
        }
    }

    private static byte[] large(int document, int words) {
        return RandomCorpus.utf8(RandomCorpus.words("x", document * 50_000, document * 50_000 + words));
    }

    /** Runs an index with one fault. Returns whether the fault occurred. */
    private boolean run(Fault fault) throws IOException {
        Path root = disk();
        CrashFileSystem system = CrashFileSystem.over(root);
        Path index = system.root().resolve("index");
        IndexWriter.create(index, Script.SCHEME, Script.TIGHT).close();
        struck = false;
        system.fail(fault);
        try {
            long done = 0;
            while (done < COMMITS) {
                done = live(system, index, done);
            }
            boolean failed = struck || system.failures() > 0;
            system.heal();
            try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
                assertEquals(COMMITS, writer.commit());
            }
            assertEquals(last, IndexState.read(root.resolve("index"), QUERIES));
            assertEquals(List.of(), LostWriteTest.unnamed(root.resolve("index")));
            return failed;
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(fault + ": " + e, e);
        }
    }

    /**
     * Works from one opening to the next. Returns the number of the last commit that returned or turned out to be
     * there.
     */
    private long live(CrashFileSystem system, Path index, long before) {
        IndexWriter[] opened = new IndexWriter[1];
        if (!succeeds(system, "opening", () -> opened[0] = IndexWriter.open(index, Script.TIGHT))) {
            return before;
        }
        IndexWriter writer = opened[0];
        long[] done = {before};
        succeeds(system, "the log", () -> {
            done[0] = writer.commit();
            assertTrue(done[0] == before || done[0] == before + 1, () -> "commit " + done[0] + " after " + before);
            while (done[0] < COMMITS && (done[0] == before || done[0] % 10 != 0)) {
                commit(system, writer, done[0] + 1);
                done[0]++;
                if (done[0] % 7 == 0) {
                    succeeds(system, "merge", writer::forceMerge);
                }
            }
        });
        succeeds(system, "closing", writer::close);
        return done[0];
    }

    /** Returns whether a call succeeds. Only the injected fault may prevent that. */
    private boolean succeeds(CrashFileSystem system, String where, Patience.Call call) {
        try {
            call.run();
            return true;
        } catch (Exception e) {
            full(e, system, where);
            return false;
        }
    }

    /** When there is space again, a failed commit succeeds after repeating no more than its message says. */
    private void commit(CrashFileSystem system, IndexWriter writer, long number) throws IOException {
        boolean given = false;
        while (true) {
            try {
                if (!given) {
                    SCRIPT.give(writer, number);
                    given = true;
                }
                assertEquals(number, writer.commit());
                return;
            } catch (IOException e) {
                full(e, system, given ? "commit" : "add");
                given &= !e.getMessage().contains("must be added again");
            }
        }
    }

    /** Only the injected fault may occur; then there is space again. */
    private void full(Exception e, CrashFileSystem system, String where) {
        if (!"No space left on device".equals(root(e).getMessage())) {
            throw new AssertionError(where + ": " + e, e);
        }
        struck = true;
        system.heal();
    }

    // Directories that a process may not write to or read. A disk denies access, because the superuser is never denied.

    private static final Scheme DEFAULT_SCHEME = Scheme.builder().build();

    /** What needs the permission to write to a directory; a file that is open can still be written to. */
    private static final Fault READ_ONLY = Fault.denying(Operation.CREATE, Operation.RENAME, Operation.DELETE);

    @TempDir
    Path denied;

    private CrashFileSystem denying;

    private Path held;

    @BeforeEach
    void deny() throws IOException {
        denying = CrashFileSystem.over(denied);
        held = denying.root().resolve("held");
    }

    private static void assertDenied(Executable call) {
        RefusedException e = assertReason(RefusedException.Reason.NO_PERMISSION, call);
        assertTrue(e.getMessage().contains("; give the user '" + System.getProperty("user.name")), e.getMessage());
        assertInstanceOf(AccessDeniedException.class, root(e));
    }

    @Test
    void aReadOnlyDirectoryCannotBeOpenedForWriting() throws IOException {
        denying.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.create(held, DEFAULT_SCHEME, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(held, DEFAULT_SCHEME, SMALL));
        assertDenied(() -> IndexBuilder.create(held, DEFAULT_SCHEME, BuildOptions.DEFAULT));
        denying.heal();
        IndexWriter.create(held, DEFAULT_SCHEME, SMALL).close();
        Files.delete(held.resolve("LOCK"));
        denying.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.open(held, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(held, DEFAULT_SCHEME, SMALL));
        assertEquals(0, Snapshot.open(held).documents());
        denying.heal();
        IndexWriter.open(held, SMALL).close();
    }

    @Test
    void aWriterThatLosesThePermissionKeepsItsChanges() throws Exception {
        try (IndexWriter writer = IndexWriter.create(held, DEFAULT_SCHEME, SMALL)) {
            change(writer, 50, "a=1 ;");
            denying.fail(READ_ONLY);
            writer.add("b", text(2, 50));
            assertEquals(2, writer.commit());
            assertDenied(writer::seal);
            assertDenied(writer::forceMerge);
            // More than the live tier has room for, so that a new log is needed.
            add(writer, "c", 10);
            assertEquals(3, writer.commit());
            add(writer, "d", 11);
            assertEquals(12, writer.snapshot().documents());
            writer.commit();
            add(writer, "e", 10);
            assertDenied(writer::commit);
            assertDenied(() -> Patience.get(writer.commitAsync()));
            denying.heal();
            assertEquals(5, writer.commit());
            writer.forceMerge();
            assertEquals(33, writer.snapshot().documents());
        }
        assertEquals(33, Snapshot.open(held).documents());
        assertEquals(List.of(), IndexCheck.check(held).problems());
    }

    private static void add(IndexWriter writer, String prefix, int documents) throws IOException {
        for (int i = 0; i < documents; i++) {
            writer.add(prefix + i, text(prefix.hashCode() * 100L + i, 45));
        }
    }

    @Test
    void aDirectCommitThatIsDeniedSaysThatItsDocumentsAreLost() throws IOException {
        try (IndexWriter writer = IndexWriter.create(held, DEFAULT_SCHEME, DIRECT)) {
            writer.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertReason(RefusedException.Reason.NO_PERMISSION, "they must be added again", writer::commit);
            denying.heal();
            assertEquals(0, writer.commit());
        }
    }

    @Test
    void aBuildThatLosesThePermissionLeavesNothing() throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(held, DEFAULT_SCHEME, BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(builder::finish);
            denying.heal();
        }
        RandomCorpus.index(held, DEFAULT_SCHEME, Map.of("a", text(1, 50)), BuildOptions.DEFAULT);
        assertEquals(1, Snapshot.open(held).documents());
    }

    @Test
    void aRebuildThatLosesThePermissionIsResumedWithIt() throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT.scheme(DEFAULT_SCHEME);
        try (IndexRebuild rebuild = IndexRebuild.begin(held, options)) {
            rebuild.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(rebuild::checkpoint);
            denying.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(held, options)) {
            rebuild.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(rebuild::finish);
            denying.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(held, options)) {
            rebuild.add("a", text(1, 50));
            rebuild.finish();
        }
        assertEquals(1, Snapshot.open(held).documents());
    }

    @Test
    void anIndexThatMayNotBeReadIsRefused() throws IOException {
        Path real = denied.resolve("real");
        IndexWriter.create(real, DEFAULT_SCHEME, SMALL).close();
        assumeFalse(
                Files.getFileStore(denied).supportsFileAttributeView("posix")
                        && "root".equals(System.getProperty("user.name")),
                "the superuser may read everything");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(real), "this user may read everything");
            assertDenied(() -> Snapshot.open(real));
            assertDenied(() -> IndexWriter.open(real, SMALL));
        } finally {
            Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
