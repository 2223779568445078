package io.whorl.bulk;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.build.RunMerge;
import io.whorl.crash.CrashFileSystem;
import io.whorl.plugin.IdleStrategy;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowSearch;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectedChunks;
import io.whorl.testing.HeldFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After any build, the path contains either the old state or the whole new index. The caller gets the failure of a
 * thread itself, and no file stays open.
 */
class FailedBuildTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final byte[] TEXT = RandomCorpus.utf8("the quick brown fox jumps over the lazy dog");

    @TempDir
    Path directory;

    private Path path() {
        return directory.resolve("index");
    }

    private static BuildOptions replacing() {
        return BuildOptions.DEFAULT.replace(true);
    }

    private void buildOld() throws IOException {
        RandomCorpus.index(path(), SCHEME, Map.of("old", TEXT), replacing());
    }

    private void assertOld() throws IOException {
        assertEquals("old", SlowSearch.best(Snapshot.open(path()).query(TEXT, QueryOptions.DEFAULT)));
        assertEquals(List.of(), IndexCheck.check(path()).problems());
    }

    @Test
    void closingWithoutFinishingKeepsTheOldIndex() throws IOException {
        IndexBuilder.create(path(), SCHEME, BuildOptions.DEFAULT).close();
        assertFalse(Files.exists(path()));
        buildOld();
        Set<String> before = TestFiles.names(path());
        try (IndexBuilder builder = IndexBuilder.create(path(), SCHEME, replacing())) {
            builder.add("new", TEXT);
        }
        assertEquals(before, TestFiles.names(path()));
        assertOld();
    }

    @Test
    void aStrategyThatThrowsKeepsTheOldIndex() throws Exception {
        Scheme scheme = SCHEME.withSelection(Selection.of("explodes"));
        IdleStrategy.seeing(directory, Exploding.class.getName(), () -> {
            for (boolean old : new boolean[] {false, true}) {
                if (old) {
                    buildOld();
                }
                assertMessage(
                        IllegalStateException.class,
                        "exploded at",
                        () -> RandomCorpus.index(path(), scheme, RandomCorpus.of(1, 200, 2_000), replacing()));
                byte[] large = RandomCorpus.utf8("word ".repeat(5_001));
                assertMessage(
                        OutOfMemoryError.class,
                        "exploded",
                        () -> RandomCorpus.index(path(), scheme, Map.of("large", large), replacing()));
                assertEquals(old, Files.exists(path()));
            }
            return null;
        });
        assertOld();
    }

    /** A directory blocks the path of the new manifest, and cannot be removed. */
    @Test
    void aFailureToPublishIsReportedWithItsCause() throws IOException {
        buildOld();
        IndexBuilder builder = IndexBuilder.create(path(), SCHEME, replacing());
        builder.add("new", TEXT);
        Files.createDirectories(path().resolve("MANIFEST.tmp").resolve("full"));
        IOException e = assertThrows(IOException.class, builder::finish);
        assertTrue(e.toString().contains("directory"), e::toString);
        assertEquals(1, e.getSuppressed().length);
        assertOld();
        assertEquals(Set.of("LOCK", "MANIFEST", "MANIFEST.tmp", "segment-000001.whs"), TestFiles.names(path()));
        assertThrows(IllegalStateException.class, builder::finish);
    }

    @Test
    void aDirectoryThatDisappearsFailsTheBuild() throws IOException {
        assertReason(
                SchemeException.Reason.INVALID,
                () -> IndexBuilder.create(
                        path(), SCHEME.withSelection(Selection.of("no-such-strategy")), BuildOptions.DEFAULT));
        assertFalse(Files.exists(path()));
        IndexBuilder builder = IndexBuilder.create(path(), SCHEME, BuildOptions.DEFAULT);
        builder.add("new", TEXT);
        Files.delete(path().resolve("LOCK"));
        Files.delete(path());
        assertThrows(IOException.class, builder::finish);
        assertFalse(Files.exists(path()));
        RandomCorpus.index(path(), SCHEME, Map.of("old", TEXT), BuildOptions.DEFAULT);
        assertOld();
    }

    @Test
    void anInterruptFailsTheBuild() throws IOException {
        buildOld();
        IndexBuilder builder = IndexBuilder.create(path(), SCHEME, replacing());
        builder.add("new", TEXT);
        Thread.currentThread().interrupt();
        assertThrows(IOException.class, builder::finish);
        assertTrue(Thread.interrupted());
        assertOld();
    }

    @Test
    void aPathThatIsNoIndexIsNotChanged() throws IOException {
        Path file = Files.write(directory.resolve("file"), new byte[9]);
        assertReason(RefusedException.Reason.EXISTS, () -> IndexBuilder.create(file, SCHEME, replacing()));
        assertEquals(9, Files.size(file));
        for (String name : List.of("notes.txt", "notes.tmp", "segment-1.whs", "spill-x.tmp", ".hidden")) {
            Path strangers = Files.createDirectory(directory.resolve("with " + name));
            Files.write(strangers.resolve(name), new byte[9]);
            assertReason(RefusedException.Reason.EXISTS, () -> IndexBuilder.create(strangers, SCHEME, replacing()));
            assertEquals(9, Files.size(strangers.resolve(name)));
        }
        buildOld();
        assertReason(RefusedException.Reason.EXISTS, () -> IndexBuilder.create(path(), SCHEME, BuildOptions.DEFAULT));
        assertOld();
    }

    @Test
    void leftoversAndADamagedIndexAreReplaced() throws IOException {
        Files.createDirectory(path());
        for (String name : List.of("spill-123.tmp", "MANIFEST.tmp", "segment-000009.whs")) {
            Files.write(path().resolve(name), new byte[9]);
        }
        for (BuildOptions options : List.of(BuildOptions.DEFAULT, replacing())) {
            RandomCorpus.index(path(), SCHEME, Map.of("old", TEXT), options);
            assertOld();
            assertEquals(3, TestFiles.names(path()).size());
            Files.write(path().resolve("MANIFEST"), new byte[100]);
        }
    }

    @Test
    void argumentsAreChecked() throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(path(), SCHEME, BuildOptions.DEFAULT)) {
            for (String id : List.of("", "x".repeat(65_536), "\u00e9".repeat(32_768), "a\uD800b")) {
                assertThrows(IllegalArgumentException.class, () -> builder.add(id, TEXT));
            }
            builder.add("old", TEXT);
            assertEquals(1, builder.finish().index().documents());
            assertThrows(IllegalStateException.class, () -> builder.add("new", TEXT));
        }
        assertOld();
    }

    /** Readers retry if the segment they are about to open has been removed. */
    @Test
    void readersSeeTheOldOrTheNewIndexDuringAReplacement() throws Exception {
        buildOld();
        Snapshot first = Snapshot.open(path());
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                assertDoesNotThrow(this::assertOld);
            }
        });
        for (int i = 0; i < 40; i++) {
            buildOld();
        }
        done.set(true);
        reading.get(60, TimeUnit.SECONDS);
        assertEquals("old", SlowSearch.best(first.query(TEXT, QueryOptions.DEFAULT)));
    }

    @Test
    void aFullDiskLeavesNoScratchFileOpen() throws IOException {
        BuildOptions full = BuildOptions.DEFAULT
                .memory(BuildOptions.LEAST_MEMORY)
                .threads(16)
                .reserve(1L << 50);
        try (IndexBuilder builder = IndexBuilder.create(path(), SCHEME, full)) {
            builder.add("large", RandomCorpus.words("", 0, 20_000));
            assertThrows(DiskSpaceException.class, builder::finish);
        }
        assertEquals(List.of(), HeldFiles.open(path()));
    }

    /**
     * A plug-in strategy that fails on a document of more than 100 words; above 5,000 words, by an error of the JVM.
     */
    public static final class Exploding extends IdleStrategy {
        public Exploding() {
            super("explodes");
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            if (words > 5_000) {
                throw new OutOfMemoryError("exploded");
            }
            if (words > 100) {
                throw new IllegalStateException("exploded at " + words + " words");
            }
        }
    }

    @Test
    void theDocumentThatBeginsOneRunTooManyIsRefused() throws IOException {
        // Each document fills a run.
        BuildOptions oneEach = BuildOptions.DEFAULT
                .memory(BuildOptions.LEAST_MEMORY)
                .runText(1)
                .threads(1);
        // Forces of this file system do not wait for the disk.
        Path index = CrashFileSystem.over(directory).root().resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, oneEach)) {
            for (int i = 1; i <= RunMerge.MOST_RUNS; i++) {
                builder.add("document " + i, "one two three four " + i);
            }
            for (int i = 0; i < 2; i++) {
                assertMessage(
                        LimitExceededException.class,
                        "runs of one build: 2049 is more than the limit of " + RunMerge.MOST_RUNS,
                        () -> builder.add("more", TEXT));
            }
            BuildReport report = builder.finish();
            assertEquals(RunMerge.MOST_RUNS, report.index().documents());
            assertEquals(RunMerge.MOST_RUNS, report.runs());
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }
}
