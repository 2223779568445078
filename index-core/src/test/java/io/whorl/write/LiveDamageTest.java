package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.whorl.LongForm;
import io.whorl.WhorlException;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.DiskCounts;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.LiveDamageTest.ClosedIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage to any file of a closed live index: a reader throws a typed error, or its answers are right. */
class LiveDamageTest {
    private static final int TRIALS = LongForm.of(6, 5_000);

    @TempDir
    static Path directory;

    private static Path whole;
    private static IndexState right;
    private static int copies;

    @BeforeAll
    static void build() throws IOException {
        whole = directory.resolve("whole");
        right = ClosedIndex.make(whole);
        assertEquals(ClosedIndex.built(directory), right);
    }

    private static List<Path> files(String ending) throws IOException {
        List<Path> files = TestFiles.files(whole, ".*" + ending);
        assertTrue(!files.isEmpty());
        return files;
    }

    /** Copies the index with one file changed. A file is never changed in place, because it may still be mapped. */
    private static Path copy(Path damaged, byte[] bytes) throws IOException {
        Path copy = copy();
        Path to = copy.resolve(whole.relativize(damaged).toString());
        Files.delete(to);
        Files.write(to, bytes);
        return copy;
    }

    private static Path copy() throws IOException {
        Path copy = directory.resolve("copy-" + copies++);
        TestFiles.copy(whole, copy);
        return copy;
    }

    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal", "CLOSED"})
    void aTruncatedFileIsDetectedOrHarmless(String ending) throws IOException {
        for (Path file : files(ending)) {
            byte[] bytes = Files.readAllBytes(file);
            int step = Math.max(1, bytes.length / TRIALS);
            for (int length = 0; length < bytes.length; length += step) {
                assertSuspicious(file, Arrays.copyOf(bytes, length), "cut to " + length, length / step % 3 == 0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal", "CLOSED"})
    void aFlippedBitIsDetectedOrHarmless(String ending) throws IOException {
        Random random = new Random(1);
        for (Path file : files(ending)) {
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < TRIALS; i++) {
                int bit = random.nextInt(bytes.length * 8);
                byte[] damaged = bytes.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                assertSuspicious(file, damaged, "bit " + bit, i % 3 == 0);
            }
        }
    }

    private static void assertSuspicious(Path file, byte[] bytes, String damage, boolean further) throws IOException {
        Path copy = copy(file, bytes);
        String what = file.getFileName() + " " + damage;
        try {
            if (clean(copy)) {
                assertEquals(right, IndexState.read(copy, ClosedIndex.QUERIES), what);
            } else {
                assertRightOrTyped(copy, what);
            }
            if (further) {
                write(copy);
                repair(copy);
            }
        } catch (IOException | RuntimeException e) {
            throw new AssertionError(what + ": " + e, e);
        }
        TestFiles.delete(copy);
    }

    private static boolean clean(Path copy) throws IOException {
        try {
            return IndexCheck.check(copy).problems().isEmpty();
        } catch (WhorlException typed) {
            return false;
        }
    }

    /** Damage to one document need not affect the answer about another. */
    private static void assertRightOrTyped(Path copy, String what) throws IOException {
        for (int i = 0; i < right.answers().size(); i++) {
            try (Snapshot snapshot = Snapshot.open(copy)) {
                Map.Entry<String, byte[]> d =
                        List.copyOf(ClosedIndex.QUERIES.entrySet()).get(i);
                assertEquals(right.found().get(i), snapshot.document(d.getKey()), what);
                QueryOptions all = QueryOptions.DEFAULT.top(1_000);
                assertEquals(right.answers().get(i), snapshot.query(d.getValue(), all), what);
            } catch (WhorlException typed) {
                // The error is typed.
            }
        }
    }

    /** A writer also throws a typed error, or causes no further damage. */
    private static void write(Path copy) throws IOException {
        boolean clean = clean(copy);
        try (IndexWriter writer = IndexWriter.open(CrashFileSystem.over(copy).root(), ClosedIndex.OPTIONS)) {
            writer.add("one more", new byte[] {'x'});
            writer.commit();
            writer.delete("one more");
            writer.commit();
        } catch (WhorlException typed) {
            assertTrue(!clean, () -> "a writer says " + typed + " where a check finds nothing");
            return;
        }
        if (clean) {
            assertEquals(right, IndexState.read(copy, ClosedIndex.QUERIES));
        }
    }

    /** The remaining data are valid. */
    private static void repair(Path copy) throws IOException {
        boolean kept =
                !IndexCheck.repair(CrashFileSystem.over(copy).root()).kept().isEmpty();
        assertTrue(!kept || clean(copy), () -> "repaired, but not sound");
    }

    /**
     * A closed live index with a file of each kind: segments, deleted documents, a log with commits, the record of the
     * close.
     */
    static final class ClosedIndex {
        static final int COMMITS = 18;
        private static final Script SCRIPT = new Script(4);
        static final Map<String, byte[]> QUERIES = SCRIPT.queries(0, COMMITS);
        /** Nothing is merged, so deleted documents remain. */
        static final WriterOptions OPTIONS = Script.TIGHT.mergeFactor(64);

        private ClosedIndex() {}

        /** Creates the index. Returns what it answers. */
        static IndexState make(Path index) throws IOException {
            try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, OPTIONS)) {
                for (int k = 1; k <= COMMITS; k++) {
                    SCRIPT.give(writer, k);
                    writer.commit();
                    if (k == 15) {
                        writer.seal();
                    }
                }
            }
            List<String> kinds = TestFiles.files(index, ".*").stream()
                    .map(f -> f.getFileName().toString().replaceAll("[-\\d]+", "-N"))
                    .sorted()
                    .distinct()
                    .toList();
            assertEquals(List.of("CLOSED", "LOCK", "MANIFEST", "log-N.wal", "segment-N.del", "segment-N.whs"), kinds);
            return IndexState.read(index, QUERIES);
        }

        /** What a new index of the same documents answers. */
        static IndexState built(Path empty) throws IOException {
            return Script.built(SCRIPT.after(COMMITS), QUERIES, empty);
        }
    }

    // Changes to the files of an index by others than its readers and writers.

    private static List<Matches> answers(Snapshot snapshot) {
        return ClosedIndex.QUERIES.values().stream()
                .map(text -> snapshot.query(text, QueryOptions.DEFAULT.top(1_000)))
                .toList();
    }

    /** Any change would fail, and none is attempted. */
    @Test
    void readingChangesNoFiles() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(copy());
        system.fail(Fault.at(1, Operation.values()).andAllAfter());
        Path read = system.root();
        assertEquals(right, IndexState.read(read, ClosedIndex.QUERIES));
        Snapshot snapshot = Snapshot.open(read);
        assertEquals(right.documents(), snapshot.stats().documents());
        assertEquals(snapshot, snapshot.refresh());
        assertEquals(0, system.failures());
        assertEquals(0, system.counts().names() + system.counts().writes());
        DiskCounts before = system.counts();
        assertThrows(IOException.class, () -> IndexWriter.open(read, Script.TIGHT));
        assertEquals(before.writes(), system.counts().writes());
        system.heal();
        IndexWriter.open(read, Script.TIGHT).close();
    }

    @Test
    void aReadOnlyDirectoryCanBeRead() throws IOException {
        Path index = copy();
        List<Path> directories = List.of(index, index.resolve("live"));
        for (Path d : directories) {
            Files.setPosixFilePermissions(d, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        try {
            assumeFalse(Files.isWritable(index), "this user may write anywhere");
            assertEquals(right, IndexState.read(index, ClosedIndex.QUERIES));
            assertThrows(IOException.class, () -> IndexWriter.open(index, Script.TIGHT));
            assertEquals(right, IndexState.read(index, ClosedIndex.QUERIES));
        } finally {
            for (Path d : directories) {
                Files.setPosixFilePermissions(d, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    @Test
    void anAbandonedLockFileIsIgnored() throws IOException {
        Path index = copy();
        Files.writeString(index.resolve("LOCK"), "process 1");
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(ClosedIndex.COMMITS, writer.commit());
        }
    }

    /** An open snapshot stays usable; opening again names the missing file. */
    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal", "CLOSED"})
    void aReaderSurvivesTheRemovalOfFiles(String ending) throws IOException {
        Path index = copy();
        Snapshot snapshot = Snapshot.open(index);
        List<Matches> before = answers(snapshot);
        List<Path> gone = TestFiles.files(index, ".*" + ending);
        assertFalse(gone.isEmpty());
        for (Path file : gone) {
            Files.delete(file);
        }
        assertEquals(before, answers(snapshot));
        try {
            assertEquals(before, answers(snapshot.refresh()));
        } catch (WhorlException typed) {
            assertFalse(ending.equals("CLOSED"), typed::toString);
        }
        assertEquals(before, answers(snapshot));
        if (ending.equals("CLOSED")) {
            assertEquals(right, IndexState.read(index, ClosedIndex.QUERIES));
        } else {
            assertThrows(WhorlException.class, () -> Snapshot.open(index));
            assertThrows(WhorlException.class, () -> IndexWriter.open(index, Script.TIGHT));
        }
    }

    /** Files with other times, or created in another order, are the same index. */
    @Test
    void fileTimesDoNotMatter() throws IOException {
        Path index = copy();
        Random random = new Random(1);
        try (Stream<Path> tree = Files.walk(index)) {
            for (Path file : tree.toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(random.nextInt()));
            }
        }
        assertEquals(right, IndexState.read(index, ClosedIndex.QUERIES));
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(ClosedIndex.COMMITS, writer.commit());
        }
        assertTrue(Snapshot.open(index).documents() == right.documents());
    }
}
