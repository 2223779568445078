package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.BUILD;
import static io.whorl.rebuild.Rebuilding.OLD;
import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.rebuild.Rebuilding.SCHEME;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.SlowIndex;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.rebuild.IndexRebuild.CommonMinutiae;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new index with the bytes of a bulk build replaces the old one in one step, while readers use it. Texts, dates and
 * the most common minutiae are those of the documents.
 */
class RebuildTest {
    private static final List<NewDocument> DUMP = Rebuilding.dump(2, 40);

    @TempDir
    Path directory;

    private Path index;
    /** Not there before a test. */
    private Path first;

    private static final RebuildOptions CREATING = OPTIONS.scheme(SCHEME);
    private static final List<NewDocument> SHORT_DUMP = Rebuilding.dump(3, 20);
    private static final RebuildOptions PLAIN = OPTIONS.buildOptions(BUILD.storeText(false));

    @BeforeEach
    void old() throws IOException {
        index = directory.resolve("index");
        first = directory.resolve("first");
        Rebuilding.buildOld(index);
    }

    @Test
    void theOldIndexServesDuringTheRebuild() throws IOException {
        IndexState old = IndexState.read(index, Rebuilding.queries(DUMP));
        Snapshot before = Snapshot.open(index);
        long bytes = before.stats().bytes();
        Snapshot refreshed;
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            Rebuilding.addAll(rebuild, DUMP);
            assertTrue(Files.exists(index.resolve("rebuild/JOURNAL")));
            assertEquals(old, IndexState.read(index, Rebuilding.queries(DUMP)));
            assertEquals(bytes, Snapshot.open(index).stats().bytes());
            refreshed = before.refresh();
            assertEquals(OLD.size(), refreshed.documents());
            rebuild.finish();
            assertThrows(IllegalStateException.class, () -> rebuild.add("late", new byte[0]));
        }
        assertEquals(OLD.size(), before.documents());
        String id = OLD.keySet().iterator().next();
        assertTrue(before.document(id).isPresent());
        assertEquals(Rebuilding.firsts(DUMP).size(), refreshed.refresh().documents());
        assertFalse(refreshed.refresh().document(id).isPresent());
    }

    @Test
    void writersAreRefusedDuringTheRebuild() throws IOException {
        WriterOptions writing = WriterOptions.DEFAULT.liveMap(LiveMap.NONE);
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            rebuild.checkpoint();
            assertEquals(
                    "process " + ProcessHandle.current().pid() + ", which is rebuilding the index",
                    Files.readString(index.resolve("LOCK")));
            for (var attempt : List.<org.junit.jupiter.api.function.Executable>of(
                    () -> IndexWriter.open(index, writing),
                    () -> IndexBuilder.create(index, SCHEME, Rebuilding.BUILD.replace(true)),
                    () -> IndexRebuild.begin(index, OPTIONS),
                    () -> IndexRebuild.resume(index, OPTIONS))) {
                assertReason(RefusedException.Reason.LOCKED, "rebuilding the index", attempt);
            }
        }
        try (IndexWriter writer = IndexWriter.open(index, writing)) {
            assertReason(RefusedException.Reason.LOCKED, () -> IndexRebuild.begin(index, OPTIONS));
        }
    }

    @Test
    void aRebuildNeedsAnIndexOrAScheme() throws IOException {
        for (Path nowhere : List.of(directory.resolve("nowhere"), Files.createDirectory(directory.resolve("empty")))) {
            assertReason(RefusedException.Reason.NOT_AN_INDEX, "build one", () -> IndexRebuild.begin(nowhere, OPTIONS));
            assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.resume(nowhere, OPTIONS));
        }
        assertFalse(Files.exists(directory.resolve("nowhere")));
        assertReason(
                SchemeException.Reason.INVALID,
                () -> IndexRebuild.begin(index, OPTIONS.scheme(SCHEME.withSelection(Selection.of("no-such")))));
    }

    @Test
    void earlierChangesDisappearWithTheOldIndex() throws IOException {
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
            writer.add("added", io.whorl.RandomCorpus.utf8("some words that were added"));
            writer.delete(OLD.keySet().iterator().next());
            writer.commit();
        }
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        assertEquals(Rebuilding.firsts(DUMP).size(), Snapshot.open(index).documents());
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
            writer.add("added", io.whorl.RandomCorpus.utf8("some words that were added"));
            // Commit numbers continue: the build, the commit above, the rebuild.
            assertEquals(4, writer.commit());
        }
        assertEquals(Rebuilding.firsts(DUMP).size() + 1, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void aDamagedIndexCanBeRebuilt() throws IOException {
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(LiveMap.NONE))) {
            writer.add("added", "some words".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            writer.commit();
        }
        Path segment = index.resolve("segment-000001.whs");
        Files.write(segment, java.util.Arrays.copyOf(Files.readAllBytes(segment), 2_000));
        Path log = index.resolve("live/log-000001.wal");
        Files.write(log, java.util.Arrays.copyOf(Files.readAllBytes(log), 100));
        assertFalse(IndexCheck.check(index).problems().isEmpty());
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        assertEquals(Rebuilding.firsts(DUMP).size(), Snapshot.open(index).documents());
    }

    @Test
    void theReportNamesTheMostCommonMinutiaeUnlessTheIndexIsTemporary() throws IOException {
        IndexRebuild.Report report = Rebuilding.rebuild(index, OPTIONS.maxDf(4), DUMP);
        assertFalse(report.commonMinutiae().isEmpty());
        assertTrue(report.commonMinutiae().size() <= 100);
        assertTrue(report.overMaxDf() > 0, report::toString);
        assertTrue(report.commonMinutiae().get(0).documents() > 4, report::toString);
        byte[] expected = TestFiles.bytes(index);
        report = Rebuilding.rebuild(index, OPTIONS.maxDf(4).temporary(true), DUMP);
        assertEquals(List.of(), report.commonMinutiae());
        assertEquals(0, report.overMaxDf());
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    @Test
    void aDiskThatIsTooSmallIsDetectedAtTheStart() throws IOException {
        IndexState old = IndexState.read(index, OLD);
        RebuildOptions watched =
                OPTIONS.buildOptions(Rebuilding.BUILD.reserve(1 << 20)).expectedText(1L << 60);
        assertThrows(DiskSpaceException.class, () -> IndexRebuild.begin(index, watched));
        assertEquals(old, IndexState.read(index, OLD));
        assertThrows(
                DiskSpaceException.class,
                () -> Rebuilding.rebuild(index, OPTIONS.buildOptions(Rebuilding.BUILD.reserve(1L << 50)), DUMP));
        assertEquals(old, IndexState.read(index, OLD));
        Rebuilding.rebuild(index, watched.force(true), DUMP);
        assertEquals(Rebuilding.firsts(DUMP).size(), Snapshot.open(index).documents());
    }

    private void assertStored() throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertTrue(snapshot.storesTexts());
            for (Map.Entry<String, byte[]> d : Rebuilding.firsts(SHORT_DUMP).entrySet()) {
                assertArrayEquals(d.getValue(), snapshot.text(d.getKey()).orElseThrow());
            }
        }
    }

    @Test
    void aRebuildAddsTextsAndKeepsThem() throws IOException {
        Rebuilding.bulk(index, SCHEME, PLAIN.buildOptions(), SHORT_DUMP);
        assertEquals(0, Rebuilding.rebuild(index, PLAIN, SHORT_DUMP).build().storedTextBytes());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertFalse(snapshot.storesTexts());
        }
        long stored = Rebuilding.rebuild(index, OPTIONS, SHORT_DUMP).build().storedTextBytes();
        assertStored();
        assertEquals(
                stored, Rebuilding.rebuild(index, PLAIN, SHORT_DUMP).build().storedTextBytes());
        assertStored();
    }

    @Test
    void aResumeMustStoreTextsAsTheBeginningDid() throws IOException {
        RebuildOptions storing = OPTIONS.scheme(SCHEME);
        RebuildOptions plain = PLAIN.scheme(SCHEME);
        for (RebuildOptions begun : List.of(storing, plain)) {
            RebuildOptions other = begun == storing ? plain : storing;
            Path index = directory.resolve(begun == storing ? "storing" : "plain");
            try (IndexRebuild rebuild = IndexRebuild.begin(index, begun)) {
                Rebuilding.addAll(rebuild, SHORT_DUMP.subList(0, 12));
            }
            assertMessage(RefusedException.class, "store-text was", () -> IndexRebuild.resume(index, other));
            assertEquals(
                    begun == storing,
                    Rebuilding.resume(index, begun, SHORT_DUMP).build().storedTextBytes() > 0);
        }
    }

    @Property(tries = 20)
    void commonMinutiaeAreTheFirstByNumberOfHolders(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 40) int documents,
            @ForAll @IntRange(min = 1, max = 60) int n,
            @ForAll @IntRange(min = 1, max = 20) int limit,
            @ForAll long seed)
            throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 100);
        SlowIndex model = new SlowIndex(drawn.scheme, corpus, 0);
        Comparator<Map.Entry<Long, TreeMap<String, Integer>>> order =
                Comparator.comparingInt(e -> -e.getValue().size());
        List<CommonMinutia> expected = model.holders.entrySet().stream()
                .filter(e -> e.getValue().size() > 1)
                .sorted(order.thenComparing((a, b) -> Long.compareUnsigned(a.getKey(), b.getKey())))
                .limit(n)
                .map(e -> new CommonMinutia(e.getKey(), e.getValue().size(), first(model, e.getValue())))
                .toList();
        CommonMinutiae found = common(drawn.scheme, corpus, n, limit);
        assertEquals(expected, found.most());
        assertEquals(
                model.holders.values().stream().filter(h -> h.size() > limit).count(), found.over());
    }

    /** In the order of documents, which is the order of the bytes of their ids. */
    private static String first(SlowIndex model, Map<String, Integer> holders) {
        return model.documents.keySet().stream()
                .filter(holders::containsKey)
                .findFirst()
                .orElseThrow();
    }

    /** The common minutiae of a corpus that one thread finds; three find the same. */
    private static CommonMinutiae common(Scheme scheme, Map<String, byte[]> corpus, int n, long limit)
            throws IOException {
        Path directory = Files.createTempDirectory("common");
        try {
            TestFiles.bulk(directory, scheme, corpus);
            Path file;
            try (var files = Files.walk(directory)) {
                file = files.filter(f -> f.toString().endsWith(".whs"))
                        .findFirst()
                        .orElseThrow();
            }
            Segment segment = Segment.open(file);
            CommonMinutiae found = common(segment, n, limit, ParallelTasks::runInTurn, 1);
            assertEquals(
                    found,
                    DaemonThreads.with(3, threads -> common(segment, n, limit, ParallelTasks.Runner.on(threads), 3)));
            return found;
        } finally {
            TestFiles.delete(directory);
        }
    }

    private static CommonMinutiae common(Segment segment, int n, long limit, ParallelTasks.Runner threads, int workers)
            throws IOException {
        CommonMinutiae.Search search = new CommonMinutiae.Search(n, limit);
        assertEquals(List.of(), SegmentCheck.problems(segment, threads, workers, search::part));
        return search.in(segment);
    }

    // A rebuild creates the first index of a path in steps that are kept. Until the last step the path is no index.

    private void stop(int added) throws IOException {
        Rebuilding.stopped(first, CREATING, DUMP, added);
    }

    private byte[] expected() throws IOException {
        return Rebuilding.bulk(directory.resolve("bulk"), SCHEME, Rebuilding.BUILD, DUMP);
    }

    @Test
    void aStoppedFirstRebuildIsNoIndexAndCanBeResumed() throws IOException {
        stop(25);
        assertReason(RefusedException.Reason.NOT_AN_INDEX, "IndexRebuild.resume", () -> Snapshot.open(first));
        try (IndexRebuild rebuild = IndexRebuild.resume(first, OPTIONS)) {
            assertTrue(rebuild.resumed() > 20, () -> rebuild.resumed() + " resumed");
            Rebuilding.addAll(rebuild, DUMP);
            rebuild.finish();
        }
        assertArrayEquals(expected(), TestFiles.bytes(first));
        assertFalse(Files.exists(first.resolve("rebuild")));
    }

    @Test
    void aStopBeforeTheNewManifestCanBeResumed() throws IOException {
        stop(25);
        // As a kill between moving the new segment and writing MANIFEST leaves it.
        Files.write(first.resolve("segment-000001.whs"), new byte[100]);
        Rebuilding.resume(first, OPTIONS, DUMP);
        assertArrayEquals(expected(), TestFiles.bytes(first));
    }

    @Test
    void anIndexCreatedMeanwhileIsNotReplaced() throws IOException {
        stop(25);
        Rebuilding.buildOld(first);
        assertEquals(
                RefusedException.Reason.INDEX_CHANGED,
                assertThrows(RefusedException.class, () -> IndexRebuild.resume(first, OPTIONS))
                        .reason());
    }

    @Test
    void aRebuildThatCannotBeginLeavesNoFiles() throws IOException {
        RebuildOptions tooLarge = CREATING.expectedText(1L << 60).buildOptions(Rebuilding.BUILD.reserve(1));
        assertThrows(DiskSpaceException.class, () -> IndexRebuild.begin(first, tooLarge));
        assertFalse(Files.exists(first));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.begin(first, OPTIONS));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.resume(first, CREATING));
        assertFalse(Files.exists(first));
    }

    @Test
    void aFullDiskAtTheBeginningIsReportedAndLeavesNoSteps() throws IOException {
        int failed = 0;
        for (boolean more = true; more; ) {
            CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + failed)));
            Path full = system.root().resolve("first");
            system.fail(Fault.at(failed + 1, Operation.WRITE, Operation.CREATE));
            try (IndexRebuild begun = IndexRebuild.begin(full, CREATING)) {
                assertEquals(0, begun.resumed());
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("No space left"), e.toString());
                assertFalse(Files.exists(Path.of(full.toString()).resolve("rebuild")), "after " + failed);
            }
            more = system.failures() > 0;
            failed += more ? 1 : 0;
        }
        assertTrue(failed > 4, failed + " operations could fail");
    }

    @Test
    void existingFilesAreKept() throws IOException {
        Path stranger = Files.createDirectories(directory.resolve("stranger"));
        Files.writeString(stranger.resolve("letter.txt"), "mine");
        assertReason(RefusedException.Reason.EXISTS, () -> IndexRebuild.begin(stranger, CREATING));
        Rebuilding.buildOld(first);
        byte[] segment = TestFiles.bytes(first);
        Files.delete(first.resolve("MANIFEST"));
        assertReason(
                RefusedException.Reason.NOT_AN_INDEX, "IndexCheck.repair", () -> IndexRebuild.begin(first, CREATING));
        assertArrayEquals(segment, Files.readAllBytes(first.resolve("segment-000001.whs")));
    }
}
