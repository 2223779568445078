package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.STORING;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damage to any file of a closed live index: a reader throws a typed error, or its answers are right; and what a repair
 * recovers.
 */
class LiveDamageTest {
    private static final int TRIALS = LongForm.of(6, 5_000);
    private static final int COMMITS = 18;
    private static final Script SCRIPT = new Script(4);
    private static final Map<String, byte[]> QUERIES = SCRIPT.queries(0, COMMITS);
    /** Nothing is merged, so deleted documents remain. */
    private static final WriterOptions OPTIONS = Script.TIGHT.mergeFactor(64);

    @TempDir
    static Path directory;

    private static Path whole;
    private static IndexState right;
    private static int copies;

    @BeforeAll
    static void build() throws IOException {
        whole = directory.resolve("whole");
        // A file of each kind: segments, deleted documents, a log with commits.
        try (IndexWriter writer = IndexWriter.create(whole, Script.SCHEME, OPTIONS)) {
            for (int k = 1; k <= COMMITS; k++) {
                SCRIPT.give(writer, k);
                writer.commit();
                if (k == 15) {
                    writer.seal();
                }
            }
        }
        List<String> kinds = TestFiles.files(whole, ".*").stream()
                .map(f -> f.getFileName().toString().replaceAll("[-\\d]+", "-N"))
                .sorted()
                .distinct()
                .toList();
        assertEquals(List.of("LOCK", "MANIFEST", "log-N.wal", "segment-N.del", "segment-N.whs"), kinds);
        right = IndexState.read(whole, QUERIES);
        assertEquals(Script.built(SCRIPT.after(COMMITS), QUERIES, directory), right);
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
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal"})
    void aCutFileOrAFlippedBitIsDetectedOrHarmless(String ending) throws IOException {
        Random random = new Random(1);
        for (Path file : files(ending)) {
            byte[] bytes = Files.readAllBytes(file);
            int step = Math.max(1, bytes.length / TRIALS);
            for (int i = 0; i < Math.min(TRIALS, bytes.length); i++) {
                assertSuspicious(file, Arrays.copyOf(bytes, i * step), "cut to " + i * step, i % 3 == 0);
                int bit = random.nextInt(bytes.length * 8);
                assertSuspicious(file, TestFiles.flipped(bytes, bit), "bit " + bit, i % 3 == 0);
            }
        }
    }

    private static void assertSuspicious(Path file, byte[] bytes, String damage, boolean further) throws IOException {
        Path copy = copy(file, bytes);
        String what = file.getFileName() + " " + damage;
        try {
            if (IndexState.isClean(copy)) {
                assertEquals(right, IndexState.read(copy, QUERIES), what);
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

    /** Damage to one document need not affect the answer about another. */
    private static void assertRightOrTyped(Path copy, String what) throws IOException {
        for (int i = 0; i < right.answers().size(); i++) {
            try (Snapshot snapshot = Snapshot.open(copy)) {
                Map.Entry<String, byte[]> d = List.copyOf(QUERIES.entrySet()).get(i);
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
        boolean clean = IndexState.isClean(copy);
        try (IndexWriter writer = IndexWriter.open(CrashFileSystem.over(copy).root(), OPTIONS)) {
            writer.add("one more", new byte[] {'x'});
            writer.commit();
            writer.delete("one more");
            writer.commit();
        } catch (WhorlException typed) {
            assertTrue(!clean, () -> "a writer says " + typed + " where a check finds nothing");
            return;
        }
        if (clean) {
            assertEquals(right, IndexState.read(copy, QUERIES));
        }
    }

    /** The remaining data are valid. */
    private static void repair(Path copy) throws IOException {
        boolean kept =
                !IndexCheck.repair(CrashFileSystem.over(copy).root()).kept().isEmpty();
        assertTrue(!kept || IndexState.isClean(copy), () -> "repaired, but not sound");
    }

    // Changes to the files of an index by others than its readers and writers.

    private static List<Matches> answers(Snapshot snapshot) {
        return QUERIES.values().stream()
                .map(text -> snapshot.query(text, QueryOptions.DEFAULT.top(1_000)))
                .toList();
    }

    /** Any change would fail, and none is attempted. */
    @Test
    void readingChangesNoFiles() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(copy());
        system.fail(Fault.at(1, Operation.values()).andAllAfter());
        Path read = system.root();
        assertEquals(right, IndexState.read(read, QUERIES));
        Snapshot snapshot = Snapshot.open(read);
        assertEquals(right.documents(), snapshot.stats().documents());
        assertEquals(snapshot, snapshot.refresh());
        assertEquals(0, system.failures());
        assertThrows(IOException.class, () -> IndexWriter.open(read, Script.TIGHT));
        system.heal();
        IndexWriter.open(read, Script.TIGHT).close();
    }

    /** An open snapshot stays usable; opening again names the missing file. */
    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal"})
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
            // The error is typed.
        }
        assertEquals(before, answers(snapshot));
        assertThrows(WhorlException.class, () -> Snapshot.open(index));
        assertThrows(WhorlException.class, () -> IndexWriter.open(index, Script.TIGHT));
    }

    // What a repair recovers from an index of two segments, deleted documents and a log, when one file is damaged.

    @TempDir
    Path folder;

    private static final String COMMON = "in every document there are these words ";

    private Path index;

    private void write() throws IOException {
        index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), STORING)) {
            add(writer, "a", "b", "c", "d");
            writer.seal();
            add(writer, "e", "f");
            writer.delete("a");
            writer.commit();
            writer.seal();
            add(writer, "g");
            add(writer, "h");
            writer.delete("b");
            writer.commit();
            add(writer, "e", "i");
        }
        assertEquals(Set.of("c", "d", "e", "f", "g", "h", "i"), ids());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private static void add(IndexWriter writer, String... ids) throws IOException {
        for (String id : ids) {
            writer.add(new NewDocument(id, text(id), date(id)));
        }
        writer.commit();
    }

    private static Optional<Instant> date(String id) {
        return id.equals("new") ? Optional.empty() : Optional.of(Instant.ofEpochSecond(id.charAt(0)));
    }

    private static byte[] text(String id) {
        return RandomCorpus.utf8(COMMON + id.repeat(3));
    }

    private Set<String> ids() throws IOException {
        Set<String> ids = new TreeSet<>();
        Snapshot.open(index)
                .query(COMMON.getBytes(StandardCharsets.UTF_8), QueryOptions.DEFAULT.top(100))
                .matches()
                .forEach(match -> assertTrue(ids.add(match.id()), match.id() + " twice"));
        return ids;
    }

    private Path file(String pattern) throws IOException {
        return TestFiles.files(index, pattern).get(0);
    }

    private IndexCheck.RepairReport repair() throws IOException {
        IndexCheck.RepairReport report = IndexCheck.repair(index);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        return report;
    }

    private void writes(String... expected) throws IOException {
        assertEquals(Set.of(expected), ids());
        for (String id : expected) {
            Snapshot snapshot = Snapshot.open(index);
            assertArrayEquals(text(id), snapshot.text(id).orElseThrow());
            assertEquals(date(id), snapshot.document(id).orElseThrow().date());
        }
        try (IndexWriter writer = IndexWriter.open(index, STORING)) {
            add(writer, "new");
            writer.forceMerge();
        }
        assertEquals(expected.length + 1, ids().size());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void whatIsNoIndexIsNotRepaired() throws IOException {
        write();
        for (Path wrong : List.of(file("segment-000002.whs"), index.resolve("missing"))) {
            assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexCheck.repair(wrong));
        }
    }

    /** The checksum is right, so a program wrote it. The number after this one would be negative. */
    @Test
    void filesAreRecoveredIfTheNumberOfCommitsWouldOverflow() throws IOException {
        write();
        Path manifest = index.resolve("MANIFEST");
        String json =
                Files.readAllLines(manifest).get(0).replaceAll("\"sequence\":\\d+", "\"sequence\":" + Long.MAX_VALUE);
        Files.write(manifest, TestFiles.manifest(json));
        assertThrows(CorruptIndexException.class, () -> Snapshot.open(index));
        repair();
        writes("c", "d", "e", "f", "g", "h", "i");
    }

    /** A MANIFEST without segments says that all documents are in the log, or deleted. */
    @Test
    void anUnpublishedSegmentIsNotAdopted() throws IOException {
        write();
        Path segment = file("segment-000001.whs");
        Path fresh = folder.resolve("fresh");
        try (IndexWriter writer = IndexWriter.create(fresh, Scheme.builder().build(), STORING)) {
            add(writer, "g");
        }
        Files.copy(segment, fresh.resolve("segment-000009.whs"));
        index = fresh;
        IndexCheck.RepairReport report = repair();
        assertEquals(List.of(), report.lost());
        writes("g");
    }

    /**
     * The files that are damaged, by a pattern; the byte that is changed, from the end if it is negative, or none if a
     * file is removed; what is reported as lost; the documents that are left.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "segment-000002.whs | -1 | segment-000002 | c d e g h i",
                "segment-00000[12].whs | -1 | segment-000001 | e g h i",
                "segment-000001-[0-9]+.del | -1 | may be present again | a c d e f g h i",
                "log-[0-9]+.wal | 93 | '' | c d e f h i",
                "log-[0-9]+.wal | 20 | '' | b c d e f",
                "log-[0-9]+.wal | | missing | b c d e f",
                "MANIFEST | | '' | c d e f g h i"
            })
    void aRepairKeepsWhatIsNotDamaged(String files, Integer at, String lost, String left) throws IOException {
        write();
        for (Path file : TestFiles.files(index, files)) {
            if (at == null) {
                Files.delete(file);
            } else {
                TestSets.flip(file, at < 0 ? Files.size(file) + at : at);
            }
        }
        assertFalse(!files.equals("MANIFEST") && IndexState.isClean(index), "the damage is not found");
        assertTrue(repair().lost().toString().contains(lost));
        writes(left.split(" "));
        assertEquals(
                files.endsWith("whs"), TestFiles.names(index).stream().anyMatch(name -> name.endsWith(".whs.damaged")));
    }
}
