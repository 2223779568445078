package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.log.LogFiles;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of the directory of an index that was made file by file while a writer committed, sealed and merged. It is one
 * of the commits of that time, for readers and for writers, or it is refused. A backup is one of them always.
 */
class CopiedIndexTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final int COPIES = LongForm.of(30, 4_000);
    private static final int BACKUPS = LongForm.of(16, 60);
    /** In the long form, backups go on for at least so long. */
    private static final long LEAST_SECONDS = LongForm.of(0, 60);

    /** The backups of one directory. */
    private static final int REPEATED = 5;

    private static final long SEED = 31;
    private static final Script SCRIPT = new Script(SEED);
    private static final WriterOptions OPTIONS = SMALL.storeText(true).directPostings(600);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final Map<String, Integer> counts = new TreeMap<>();
    private IndexWriter writer;
    private volatile int commits;
    /** Those of the last commit that was looked at, and its number. */
    private Map<String, byte[]> documents = Map.of();

    private int number;

    @Test
    void aCopyIsACommitOrIsRefused() throws IOException {
        Path index = directory.resolve("index");
        writer = IndexWriter.create(index, SCHEME, OPTIONS);
        commit();
        for (int i = 0; i < COPIES; i++) {
            int before = commits;
            Path copy = directory.resolve("copy" + i);
            copy(index, copy);
            check(copy, before, "copy " + i);
            if (i % 7 == 6) {
                writer.close();
                writer = IndexWriter.open(index, OPTIONS);
            }
        }
        writer.close();
        System.out.println("copied index test: " + COPIES + " copies, " + commits + " commits, " + counts);
        // How many open depends on the scheduler.
        assertTrue(counts.getOrDefault("opened", 0) > 0, counts::toString);
        assertTrue(counts.getOrDefault("refused", 0) > 0, counts::toString);
    }

    @Test
    void aBackupIsAlwaysACommit() throws Exception {
        Path index = directory.resolve("index");
        writer = IndexWriter.create(index, SCHEME, OPTIONS);
        commit();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        AtomicBoolean over = new AtomicBoolean();
        long began = System.nanoTime();
        int made = 0;
        try {
            Future<Void> committing = pool.submit(() -> {
                while (!over.get()) {
                    commit();
                }
                return null;
            });
            long end = began + TimeUnit.SECONDS.toNanos(LEAST_SECONDS);
            for (; made < BACKUPS || System.nanoTime() < end; made++) {
                Path target = directory.resolve("backup" + made / REPEATED);
                int least = commits + 3;
                Patience.until(() -> commits > least || committing.isDone());
                Snapshot.Backup backup = made % 3 == 0 ? elsewhere(index, target) : writer.backup(target);
                String name = "backup " + made + ", " + backup;
                assertEquals(List.of(), IndexCheck.check(target).problems(), name);
                try (Snapshot snapshot = Snapshot.open(target)) {
                    assertEquals(backup.commit(), equal(snapshot, least, name), name);
                }
                assertEquals(List.of(), LostWriteTest.unnamed(target), name);
                counts.merge("linked", backup.linked(), Integer::sum);
                counts.merge("copied", backup.copied(), Integer::sum);
                counts.merge("kept", backup.kept(), Integer::sum);
                counts.merge("removed", backup.removed(), Integer::sum);
                if (made % REPEATED == REPEATED - 1) {
                    check(target, least, name);
                }
            }
            over.set(true);
            Patience.get(committing);
        } finally {
            over.set(true);
            pool.shutdownNow();
        }
        writer.close();
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.println("copied index test: " + made + " backups during " + commits + " commits, "
                + Math.round(commits / seconds) + " a second, " + counts);
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
        Path index = directory.resolve("index");
        byte[] replaced = WriterFixture.text(1, 40);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            writer.add("replaced", replaced);
            writer.add("kept", WriterFixture.text(2, 40));
            writer.commit();
            writer.seal();
            writer.add("later", WriterFixture.text(3, 40));
            writer.commit();
        }
        Path log = LogFiles.path(
                IndexFiles.live(index), LogFiles.numbers(IndexFiles.live(index)).get(0));
        byte[] early = Files.readAllBytes(log);
        try (IndexWriter writer = IndexWriter.open(index, OPTIONS)) {
            writer.add("replaced", WriterFixture.text(4, 40));
            assertEquals(3, writer.commit());
        }
        publishDeletion(index, "replaced");
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(3, snapshot.documents());
        }
        Files.write(log, early);
        Files.delete(IndexFiles.live(index).resolve("CLOSED"));
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
        SCRIPT.give(writer, n);
        // Before it is durable: a backup that is made at the same time may contain it.
        commits = n;
        assertEquals(n, writer.commit());
        switch (random.nextInt(12)) {
            case 0 -> writer.seal();
            case 1 -> writer.awaitMerges();
            case 2 -> writer.forceMerge();
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
            } catch (NoSuchFileException e) {
                Files.deleteIfExists(target);
                counts.merge("files gone", 1, Integer::sum);
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
}
