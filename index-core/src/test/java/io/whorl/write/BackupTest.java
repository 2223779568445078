package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.STORING;
import static io.whorl.write.WriterFixture.change;
import static io.whorl.write.WriterFixture.ids;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CallInterruptedException;
import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Clusters;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.IndexState;
import io.whorl.live.Log;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.testing.LongForm;
import io.whorl.testing.Thrown;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup contains, which files it links, copies, keeps and removes, and what it refuses. */
class BackupTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private static final Map<String, byte[]> QUERIES = new TreeMap<>();

    static {
        for (String id : "a b c d e v w x y z logged unlogged later more".split(" ")) {
            QUERIES.put(id, WriterFixture.text(id.hashCode(), 40));
        }
    }

    private Path index;
    private Path target;
    private IndexWriter writer;
    private long last;

    /** Two segments, one with a deleted document, and a log. */
    private static Snapshot.Backup backup(IndexWriter writer, Path directory) throws IOException {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.backup(directory);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        index = folder.resolve("index");
        target = folder.resolve("backups").resolve("daily");
        writer = IndexWriter.create(index, SCHEME, STORING);
        add("a", "b", "c");
        writer.seal();
        add("d", "e");
        writer.seal();
        delete("b");
        add("logged", "unlogged");
        delete("unlogged");
    }

    @AfterEach
    void close() throws IOException {
        assertFalse(Thread.interrupted());
        writer.close();
    }

    private void add(String... ids) throws IOException {
        for (String id : ids) {
            writer.add(new NewDocument(id, QUERIES.get(id), Optional.of(Instant.ofEpochSecond(id.length()))));
        }
        last = writer.commit();
    }

    private void delete(String... ids) throws IOException {
        for (String id : ids) {
            writer.delete(id);
        }
        last = writer.commit();
    }

    private IndexState state(Path of) throws IOException {
        return IndexState.read(of, QUERIES);
    }

    /** Backs up, and verifies that the backup is the index. */
    private Snapshot.Backup backup(int linked, int copied, int kept, int removed) throws IOException {
        Snapshot.Backup made = backup(writer, target);
        assertEquals(
                List.of(linked, copied, kept, removed),
                List.of(made.linked(), made.copied(), made.kept(), made.removed()),
                made::toString);
        assertEquals(state(index), state(target));
        assertEquals(last, made.commit());
        assertEquals(List.of(), LostWriteTest.unnamed(target));
        return made;
    }

    private static Path segment(Path of, int number) throws IOException {
        return TestFiles.files(of, ".*\\.whs").get(number);
    }

    @Test
    void aBackupAndACheckTellHowFarTheyAre() throws IOException {
        writer.forceMerge();
        List<List<Long>> told = List.of(new ArrayList<>(), new ArrayList<>());
        long bytes = Files.size(segment(index, 0));
        try (Snapshot snapshot = Snapshot.open(index)) {
            snapshot.backup(target, (done, total) -> {
                assertEquals(bytes, total);
                told.get(0).add(done);
            });
        }
        Clusters.Progress checked = (done, total) -> {
            assertEquals(2 * bytes, total);
            told.get(1).add(done);
        };
        assertEquals(List.of(), IndexCheck.check(index, checked).problems());
        for (int i = 0; i < 2; i++) {
            assertEquals(told.get(i).stream().sorted().toList(), told.get(i));
            assertEquals((i + 1) * bytes, told.get(i).get(told.get(i).size() - 1));
        }
    }

    @Test
    void aBackupIsTheIndexAsOfItsCommit() throws IOException {
        // Linked: two segments. Written: the deaths of one, and the log as a segment.
        Snapshot.Backup made = backup(2, 2, 0, 0);
        assertTrue(made.written() < made.bytes(), made::toString);
        assertTrue(Files.isSameFile(segment(index, 0), segment(target, 0)));
        IndexState before = state(target);
        writer.add("uncommitted", WriterFixture.text(99, 40));
        writer.forceMerge();
        assertEquals(before, state(target));
        backup(1, 0, 0, 4);
        assertEquals(before, state(target));
    }

    @Test
    void aWriterContinuesWithTheNextCommit() throws IOException {
        Snapshot.Backup made = backup(writer, target);
        try (IndexWriter opened = IndexWriter.open(target, STORING)) {
            assertEquals(made.commit(), opened.commit());
            opened.add("new", WriterFixture.text(99, 40));
            assertEquals(made.commit() + 1, opened.commit());
        }
        // It is an index of its own now.
        RefusedException refused =
                Thrown.assertReason(Reason.EXISTS, "a writer has opened it", () -> backup(writer, target));
        assertTrue(refused.getMessage().endsWith("choose an empty directory"), refused::getMessage);
        assertTrue(Snapshot.open(target).document("new").isPresent());
    }

    @Test
    void equalFilesStayAndOthersGo() throws IOException {
        backup(2, 2, 0, 0);
        assertEquals(0, backup(0, 0, 4, 0).written());
        // The log: a longer segment instead of the earlier one.
        add("more");
        backup(0, 1, 3, 1);
        // The second segment gets a deleted document. The segment of the log does not depend on it.
        delete("d");
        backup(0, 1, 4, 0);
        writer.forceMerge();
        backup(1, 0, 0, 5);
        delete("a", "c", "e", "logged", "more");
        writer.forceMerge();
        backup(0, 0, 0, 1);
        assertEquals(0, state(target).documents());
    }

    @Test
    void anOlderSnapshotIsBackedUpAsItIs() throws IOException {
        IndexState before;
        try (Snapshot own = writer.snapshot();
                Snapshot other = Snapshot.open(index)) {
            before = state(index);
            delete("a", "d", "logged");
            add("later");
            writer.forceMerge();
            // The files of the snapshots are gone, so their mappings are copied.
            assertEquals(0, own.backup(target).linked());
            assertEquals(before, state(target));
            assertEquals(4, other.backup(target).kept());
            assertEquals(before, state(target));
        }
        backup(1, 0, 0, 4);
        assertFalse(before.equals(state(target)));
    }

    @Test
    void aFileSystemWithoutLinksGetsCopies() throws IOException {
        CrashFileSystem other = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        target = other.root().resolve("daily");
        Snapshot.Backup made = backup(0, 4, 0, 0);
        assertTrue(made.written() > made.bytes() / 2, made::toString);
        assertFalse(Files.isSameFile(segment(index, 0), segment(target, 0)));
        assertArrayEquals(Files.readAllBytes(segment(index, 0)), Files.readAllBytes(segment(target, 0)));
        assertEquals(0, backup(0, 0, 4, 0).written());
    }

    /** After a restart, a number of a removed segment is used again. */
    @Test
    void aNameThatIsUsedAgainIsAnotherFile() throws IOException {
        backup(2, 2, 0, 0);
        Path same = segment(target, 1);
        byte[] old = Files.readAllBytes(same);
        writer.close();
        TestFiles.delete(index);
        writer = IndexWriter.create(index, SCHEME, STORING);
        add("x", "y", "z");
        writer.seal();
        add("d", "w");
        writer.seal();
        assertEquals(same.getFileName(), segment(index, 1).getFileName());
        assertEquals(old.length, Files.size(segment(index, 1)));
        backup(2, 0, 0, 4);
    }

    @Test
    void damageOfTheIndexIsReportedAndTheEarlierBackupStays() throws IOException {
        CrashFileSystem disk = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        for (Path place : List.of(target, disk.root().resolve("daily"))) {
            target = place;
            backup(writer, target);
            IndexState before = state(target);
            add(place.getFileSystem().provider().getScheme().equals("file") ? "later" : "more");
            writer.seal();
            Path newest = segment(index, TestSets.segmentFiles(index).size() - 1);
            long at = Files.size(newest) / 2;
            TestSets.flip(newest, at);
            CorruptIndexException damaged = assertThrows(CorruptIndexException.class, () -> backup(writer, target));
            assertEquals(newest.toString(), damaged.file().toString());
            TestSets.flip(newest, at);
            assertWholeAndContinued(before);
        }
    }

    @Test
    void damageOfTheBackupIsReplaced() throws IOException {
        CrashFileSystem disk = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        target = disk.root().resolve("daily");
        backup(0, 4, 0, 0);
        Path real = Path.of(target.toString());
        TestSets.flip(segment(real, 0), Files.size(segment(real, 0)) / 2);
        Files.delete(segment(real, 1));
        // The deaths are those of the damaged segment.
        backup(0, 3, 1, 3);
        TestSets.flip(TestFiles.files(real, ".*\\.del").get(0), 64);
        backup(0, 1, 3, 1);
    }

    @Test
    void otherDirectoriesAreRefused() throws IOException {
        Path other = folder.resolve("other");
        IndexWriter.create(other, SCHEME, STORING).close();
        refused(Reason.EXISTS, other, "it is no backup of " + index.toRealPath() + ": it is another index");
        Path ofOther = folder.resolve("of other");
        elsewhere(other, ofOther);
        refused(Reason.EXISTS, ofOther, "it is one of " + other.toRealPath());
        refused(Reason.EXISTS, index, "it is in the index");
        refused(Reason.EXISTS, index.resolve("live").resolve("x").resolve("y"), "it is in the index");
        Files.createSymbolicLink(folder.resolve("link"), index);
        refused(Reason.EXISTS, folder.resolve("link").resolve("backup"), "it is in the index");
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("letter"), "mine");
        refused(Reason.EXISTS, foreign, "letter");
        Path lost = Files.createDirectory(folder.resolve("lost"));
        Files.copy(segment(index, 0), lost.resolve("segment-000001.whs"));
        refused(Reason.EXISTS, lost, "IndexCheck.repair may restore");
        assertTrue(Files.exists(segment(lost, 0)));
        refused(Reason.EXISTS, foreign.resolve("letter"), "a file");
        refused(Reason.EXISTS, folder, "files that do not belong to an index");
        assertEquals("mine", Files.readString(foreign.resolve("letter")));
        try (Snapshot several = Snapshot.openAll(List.of(index, other), RepeatedIds.LAST, 1)) {
            Thrown.assertReason(Reason.NOT_AN_INDEX, () -> several.backup(target));
        }
        assertFalse(Files.exists(target));
        // The same index by another path.
        elsewhere(folder.resolve("link"), target);
        backup(0, 0, 4, 0);
    }

    private void refused(Reason reason, Path directory, String why) {
        RefusedException refused = Thrown.assertReason(reason, why, () -> backup(writer, directory));
        assertTrue(refused.getMessage().contains("choose"), refused::getMessage);
    }

    @Test
    void aTargetInUseIsRefused() throws IOException {
        backup(writer, target);
        try (IndexDirectory held =
                IndexDirectory.backup(target, index.toRealPath().toString())) {
            held.announce("which makes a backup");
            Thrown.assertReason(Reason.LOCKED, "which makes a backup", () -> backup(writer, target));
        }
        backup(0, 0, 4, 0);
        try (IndexWriter opened = IndexWriter.open(target, STORING)) {
            assertTrue(opened.snapshot().storesTexts());
            assertThrows(RefusedException.class, () -> backup(writer, target));
        }
    }

    @Test
    void anInterruptLeavesTheEarlierBackup() throws IOException {
        for (boolean existing : new boolean[] {false, true}) {
            try (Snapshot snapshot = Snapshot.open(index)) {
                Thread.currentThread().interrupt();
                assertThrows(CallInterruptedException.class, () -> snapshot.backup(target));
                assertTrue(Thread.interrupted(), "the thread stays interrupted");
                assertEquals(existing, !state(target).equals(IndexState.NONE));
                snapshot.backup(target);
            }
            assertEquals(state(index), state(target));
        }
    }

    @Test
    void anInterruptDuringACopyLeavesTheEarlierBackup() throws IOException {
        CrashFileSystem disk = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        target = disk.root().resolve("daily");
        backup(writer, target);
        IndexState before = state(target);
        add("later");
        writer.seal();
        disk.onWrite(file -> {
            if (file.toString().endsWith(".whs")) {
                Thread.currentThread().interrupt();
            }
        });
        assertThrows(CallInterruptedException.class, () -> backup(writer, target));
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
        disk.onWrite(file -> {});
        assertWholeAndContinued(before);
    }

    @Test
    void aLiveMapIsWrittenWithAllThatItHolds() throws IOException {
        writer.close();
        index = folder.resolve("mapped");
        writer = IndexWriter.create(
                index, Scheme.builder().frequencies(true).build(), STORING.liveMap(LiveMap.REQUIRED));
        add("a", "b");
        delete("b");
        backup(0, 1, 0, 0);
        try (Snapshot source = writer.snapshot();
                Snapshot copy = Snapshot.open(target)) {
            assertTrue(copy.storesFingerprints() && copy.hasDates());
            assertEquals(source.compare("a", "a"), copy.compare("a", "a"));
        }
    }

    // A copy of the directory of an index that is made file by file while a writer commits, seals and merges. It is one
    // of the commits of that time, for readers and for writers, or it is refused. A backup is one of them always.

    private static final int COPIES = LongForm.of(30, 4_000);
    private static final int BACKUPS = LongForm.of(16, 60);
    /** In the long form, backups go on for at least so long. */
    private static final long LEAST_SECONDS = LongForm.of(0, 60);

    /** The backups of one directory. */
    private static final int REPEATED = 5;

    private static final long SEED = 31;
    private static final Script SCRIPT = new Script(SEED);
    private static final WriterOptions OPTIONS = SMALL.storeText(true).directPostings(600);

    private final Random random = new Random(SEED);
    private final Map<String, Integer> counts = new TreeMap<>();
    private IndexWriter busy;
    private volatile int commits;
    /** Those of the last commit that was looked at, and its number. */
    private Map<String, byte[]> documents = Map.of();

    private int number;

    @Test
    void aCopyIsACommitOrIsRefused() throws IOException {
        Path index = folder.resolve("busy");
        busy = IndexWriter.create(index, SCHEME, OPTIONS);
        commit();
        for (int i = 0; i < COPIES; i++) {
            int before = commits;
            Path copy = folder.resolve("copy" + i);
            copy(index, copy);
            check(copy, before, "copy " + i);
            if (i % 7 == 6) {
                busy.close();
                busy = IndexWriter.open(index, OPTIONS);
            }
        }
        busy.close();
        // How many open depends on the scheduler.
        assertTrue(counts.getOrDefault("opened", 0) > 0, counts::toString);
        assertTrue(counts.getOrDefault("refused", 0) > 0, counts::toString);
    }

    @Test
    void aBackupIsAlwaysACommit() throws Exception {
        Path index = folder.resolve("busy");
        busy = IndexWriter.create(index, SCHEME, OPTIONS);
        commit();
        AtomicBoolean over = new AtomicBoolean();
        Future<Void> committing = Patience.begin(() -> {
            while (!over.get()) {
                commit();
            }
        });
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAST_SECONDS);
            for (int made = 0; made < BACKUPS || System.nanoTime() < end; made++) {
                Path target = folder.resolve("backup" + made / REPEATED);
                int least = commits + 3;
                Patience.until(() -> commits > least || committing.isDone());
                Snapshot.Backup backup = made % 3 == 0 ? elsewhere(index, target) : backup(busy, target);
                String name = "backup " + made + ", " + backup;
                assertEquals(List.of(), IndexCheck.check(target).problems(), name);
                try (Snapshot snapshot = Snapshot.open(target)) {
                    assertEquals(backup.commit(), equal(snapshot, least, name), name);
                }
                assertEquals(List.of(), LostWriteTest.unnamed(target), name);
                if (made % REPEATED == REPEATED - 1) {
                    check(target, least, name);
                }
            }
        } finally {
            over.set(true);
        }
        Patience.get(committing);
        busy.close();
    }

    /** A backup as another process makes it. */
    private static Snapshot.Backup elsewhere(Path index, Path target) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            return snapshot.backup(target);
        }
    }

    /**
     * A merge publishes deletions of commits that are still in the log. If the copy has an earlier log, no commit of
     * the log deletes these documents, and none contains what replaced them.
     */
    @Test
    void aCopyWhoseLogEndsBeforeItsDeletionsIsRefused() throws IOException {
        Path index = folder.resolve("busy");
        byte[] replaced = WriterFixture.text(1, 40);
        try (IndexWriter busy = IndexWriter.create(index, SCHEME, OPTIONS)) {
            change(busy, 40, "replaced=1 kept=2 ; | later=3 ;");
        }
        Path log = Log.path(
                IndexFiles.live(index), Log.numbers(IndexFiles.live(index)).get(0));
        byte[] early = Files.readAllBytes(log);
        try (IndexWriter busy = IndexWriter.open(index, OPTIONS)) {
            busy.add("replaced", WriterFixture.text(4, 40));
            assertEquals(3, busy.commit());
        }
        publishDeletion(index, "replaced");
        assertEquals(3, Snapshot.open(index).documents());
        Files.write(log, early);
        assertThrows(CorruptIndexException.class, () -> Snapshot.open(index).close());
        assertThrows(CorruptIndexException.class, () -> IndexWriter.open(index, OPTIONS)
                .close());
        List<String> problems = IndexCheck.check(index).problems();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("it ends with commit 2, but MANIFEST was written after commit 3"));
        List<String> lost = IndexCheck.repair(index).lost();
        assertEquals(1, lost.size(), lost::toString);
        assertTrue(lost.get(0).contains("commits 3 to 3"), lost::toString);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(List.of("later"), ids(snapshot, WriterFixture.text(3, 40)));
            assertEquals(List.of(), ids(snapshot, replaced));
        }
    }

    /** Publishes a state whose only segment lacks a document that the log replaces, as a merge does. */
    private static void publishDeletion(Path index, String id) throws IOException {
        try (IndexDirectory files = IndexDirectory.open(index)) {
            Manifest manifest = files.manifest().orElseThrow();
            SegmentFile file = manifest.segments().get(0);
            Segment segment = IndexFiles.openSegment(index, manifest, file);
            long ordinal = segment.documents().find(id.getBytes(StandardCharsets.UTF_8));
            DeadDocuments dead =
                    DeadDocuments.none(segment.counts().documents()).with(new long[] {ordinal}, 1);
            segment.release();
            files.publishChange(List.of(files.writeDeadDocuments(file, dead)), manifest.sequence(), manifest.log(), 3);
        }
    }

    private void commit() throws IOException {
        int n = commits + 1;
        SCRIPT.give(busy, n);
        // Before it is durable: a backup that is made at the same time may contain it.
        commits = n;
        assertEquals(n, busy.commit());
        switch (random.nextInt(12)) {
            case 0 -> busy.seal();
            case 1 -> busy.awaitMerges();
            case 2 -> busy.forceMerge();
            default -> {}
        }
    }

    private void work() throws IOException {
        for (int i = random.nextInt(4); i > 0; i--) {
            commit();
        }
    }

    /** Copies as {@code cp -r} does, in any order and in two steps a file, with commits between them. */
    private void copy(Path from, Path to) throws IOException {
        List<Path> files = new ArrayList<>();
        Path live = IndexFiles.live(from);
        for (Path folder : List.of(from, live)) {
            // Unlike a walk, a list of names does not fail if a file is removed meanwhile.
            try (Stream<Path> found = Files.list(folder)) {
                found.filter(file -> !file.equals(live)).forEach(files::add);
            }
        }
        Collections.shuffle(files, random);
        boolean busy = random.nextBoolean();
        for (Path file : files) {
            Path target = to.resolve(from.relativize(file));
            Files.createDirectories(target.getParent());
            try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ);
                    FileChannel out =
                            FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                long half = in.size() == 0 ? 0 : random.nextLong(in.size() + 1);
                out.transferFrom(in, 0, half);
                if (busy || random.nextInt(8) == 0) {
                    work();
                }
                out.transferFrom(in, half, in.size() - half);
            } catch (NoSuchFileException gone) {
                Files.deleteIfExists(target);
            }
            if (busy) {
                work();
            }
        }
    }

    private void check(Path copy, int before, String name) throws IOException {
        boolean sound = IndexCheck.check(copy).problems().isEmpty();
        Optional<Integer> read = Optional.empty();
        try (Snapshot snapshot = Snapshot.open(copy)) {
            read = Optional.of(equal(snapshot, before, name));
            counts.merge("opened", 1, Integer::sum);
        } catch (CorruptIndexException e) {
            counts.merge("refused", 1, Integer::sum);
        }
        assertEquals(sound, read.isPresent(), name);
        if (read.isEmpty()) {
            assertThrows(
                    CorruptIndexException.class,
                    () -> IndexWriter.open(copy, OPTIONS).close(),
                    name);
            return;
        }
        try (IndexWriter opened = IndexWriter.open(copy, OPTIONS)) {
            assertEquals(read.get(), equal(opened.snapshot(), before, name));
            opened.add("one more", "one more document");
            assertEquals(read.get() + 1, opened.commit());
        }
        assertEquals(List.of(), IndexCheck.check(copy).problems(), name);
    }

    /** Returns the number of the commit that a snapshot shows, and compares all its documents. */
    private int equal(Snapshot snapshot, int before, String name) {
        List<Integer> shown = IntStream.rangeClosed(before, commits)
                .filter(n -> snapshot.document(Script.mark(n)).isPresent())
                .boxed()
                .toList();
        assertEquals(1, shown.size(), () -> name + " shows commits " + shown + " of " + before + " to " + commits);
        documents = SCRIPT.then(documents, number + 1, shown.get(0));
        number = shown.get(0);
        assertEquals(documents.keySet(), snapshot.ids().collect(Collectors.toSet()), name);
        documents.forEach((id, text) -> {
            assertArrayEquals(text, snapshot.text(id).orElseThrow(), name);
            List<Match> found =
                    snapshot.query(text, QueryOptions.DEFAULT.top(1_000)).matches();
            assertTrue(
                    snapshot.document(id).orElseThrow().minutiae() == 0
                            || found.stream().anyMatch(match -> match.id().equals(id)),
                    () -> name + ": " + id + " is not found");
        });
        return number;
    }

    /** The target is as before; the next backup is complete. */
    private void assertWholeAndContinued(IndexState before) throws IOException {
        assertEquals(before, state(target));
        assertEquals(List.of(), LostWriteTest.unnamed(target));
        backup(writer, target);
        assertEquals(state(index), state(target));
    }
}
