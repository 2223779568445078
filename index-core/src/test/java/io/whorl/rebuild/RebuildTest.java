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
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.TryFolder;
import io.whorl.WhorlException;
import io.whorl.build.RunBuilder;
import io.whorl.build.RunMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.query.IndexCheck;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.IndexFiles;
import io.whorl.store.Journal;
import io.whorl.store.Journal.JournalStep;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.ForgedFiles;
import io.whorl.testing.LongForm;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The finished steps of a stopped rebuild are kept, not mixed with other data, and refused if they are damaged. */
class RebuildTest extends TryFolder {
    private static final List<NewDocument> DUMP = Rebuilding.dump(2, 25);
    private static final List<Duplicates> KINDS =
            List.of(Duplicates.IGNORE, Duplicates.ALIAS, Duplicates.FIRST, Duplicates.FIRST_EXACT, Duplicates.KEEP);
    /** Text bytes of a run: each document, a few, and all. */
    private static final long[] RUNS = {1, 2_000, 3_000, 1L << 40};

    /** The number of this section of a segment. */
    private static final int MEAN_LOGS = 12;

    private static final WriterOptions WRITING = WriterOptions.DEFAULT.liveMap(LiveMap.NONE);

    private Path index;
    private byte[] expected;
    private IndexState old;

    @BeforeEach
    void old() throws IOException {
        index = directory.resolve("index");
        first = directory.resolve("first");
        Rebuilding.buildOld(index);
        old = IndexState.read(index, Rebuilding.queries(DUMP));
        expected = Rebuilding.bulk(directory.resolve("bulk"), SCHEME, Rebuilding.BUILD, DUMP);
    }

    /** Adds a document and deletes others; returns the number of the commit. */
    private long change(String... deleted) throws IOException {
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            writer.add("added", RandomCorpus.utf8("some words that were added"));
            for (String id : deleted) {
                writer.delete(id);
            }
            return writer.commit();
        }
    }

    private void assertRefused(Reason reason, String word, Executable attempt) throws IOException {
        assertReason(reason, word, attempt);
        assertEquals(old, IndexState.read(index, Rebuilding.queries(DUMP)));
    }

    @Test
    void aResumeNeedsAnUnfinishedRebuild() throws IOException {
        assertRefused(Reason.NOTHING_TO_RESUME, "no unfinished", () -> IndexRebuild.resume(index, OPTIONS));
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        old = IndexState.read(index, Rebuilding.queries(DUMP));
        assertRefused(Reason.NOTHING_TO_RESUME, "no unfinished", () -> IndexRebuild.resume(index, OPTIONS));
    }

    @Test
    void beginningAgainDiscardsFinishedSteps() throws IOException {
        Rebuilding.stopped(index, DUMP, DUMP.size());
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            Rebuilding.addAll(rebuild, DUMP.subList(5, 8));
            rebuild.checkpoint();
        }
        assertRefused(Reason.CHANGED, "the first 3 documents", () -> Rebuilding.resume(index, OPTIONS, DUMP));
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    @Test
    void otherOptionsAndSourcesAreRefused() throws IOException {
        Rebuilding.stopped(index, DUMP, 20);
        for (Map.Entry<String, RebuildOptions> change : Map.of(
                        "min-document was 0 and is 5", OPTIONS.buildOptions(BUILD.minDocument(5)),
                        "duplicates was ignore and is keep", OPTIONS.buildOptions(BUILD.duplicates(Duplicates.KEEP)),
                        "scheme was", OPTIONS.scheme(Schemes.of("granularity=4")),
                        "source 1 was here and is there", OPTIONS.facts(Map.of("source 1", "there")),
                        "source 1 was here and is not given", OPTIONS.facts(Map.of()),
                        "source 2 was not given and is x", OPTIONS.facts(Map.of("source 1", "here", "source 2", "x")))
                .entrySet()) {
            assertRefused(Reason.CHANGED, change.getKey(), () -> IndexRebuild.resume(index, change.getValue()));
        }
        // The same scheme may be given explicitly.
        Rebuilding.resume(index, OPTIONS.scheme(SCHEME), DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    @Test
    void otherDocumentsAreRefused() throws IOException {
        Rebuilding.stopped(index, DUMP, DUMP.size());
        List<NewDocument> swapped = new ArrayList<>(DUMP);
        Collections.swap(swapped, 2, 3);
        List<NewDocument> other = new ArrayList<>(DUMP);
        byte[] text = DUMP.get(1).utf8();
        other.set(1, new NewDocument(DUMP.get(1).id(), TestFiles.flipped(text, text.length / 2 * 8)));
        List<NewDocument> dated = new ArrayList<>(DUMP);
        dated.replaceAll(d -> new NewDocument(d.id(), d.utf8(), Optional.of(Instant.EPOCH)));
        for (List<NewDocument> dump : List.of(swapped, other, dated, DUMP.subList(1, DUMP.size()))) {
            assertRefused(
                    Reason.CHANGED, "differ from those read before", () -> Rebuilding.resume(index, OPTIONS, dump));
        }
        assertRefused(
                Reason.CHANGED, "there are only 7 of the", () -> Rebuilding.resume(index, OPTIONS, DUMP.subList(0, 7)));
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    /** Commit numbers continue after those in the log of the replaced index, so no number identifies two states. */
    @Test
    void aChangedIndexIsOverwrittenOnlyIfForced() throws IOException {
        assertEquals(2, change());
        Rebuilding.stopped(index, DUMP, 20);
        Rebuilding.buildOld(index);
        assertRefused(
                Reason.INDEX_CHANGED, "would not contain these changes", () -> IndexRebuild.resume(index, OPTIONS));
        assertEquals(4, change());
        old = IndexState.read(index, Rebuilding.queries(DUMP));
        assertRefused(
                Reason.INDEX_CHANGED, "would not contain these changes", () -> IndexRebuild.resume(index, OPTIONS));
        Rebuilding.resume(index, OPTIONS.force(true), DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    /**
     * A rebuild of an old index or a first one, in sessions that stop anywhere and have runs of other lengths.
     * Documents are refused each time they come, and those of finished runs need not come again.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void sessionsGiveTheBytesOfABuild(long seed) throws IOException {
        Random random = new Random(seed);
        boolean first = seed % 3 == 0;
        Path path = first ? directory.resolve("first") : index;
        Scheme scheme = seed % 2 == 0 ? SCHEME : Schemes.of("granularity=5 selection=mod:m=3");
        BuildOptions build = Rebuilding.BUILD
                .minDocument(random.nextInt(2) * 20)
                .duplicates(KINDS.get(random.nextInt(KINDS.size())));
        BuildReport whole = RandomCorpus.index(directory.resolve("whole"), scheme, DUMP, build.runText(1L << 40));
        expected = TestFiles.bytes(directory.resolve("whole"));
        RebuildOptions options = OPTIONS.scheme(scheme).buildOptions(build);
        IndexRebuild.Report report = null;
        long finished = 0;
        for (int sessions = random.nextInt(7), session = sessions; session >= 0; session--) {
            RebuildOptions now = options.buildOptions(build.runText(RUNS[random.nextInt(RUNS.length)]));
            try (IndexRebuild rebuild =
                    session == sessions ? IndexRebuild.begin(path, now) : IndexRebuild.resume(path, now)) {
                int resumed = (int) rebuild.resumed();
                assertTrue(resumed >= finished && resumed == rebuild.finished(), resumed + " of " + finished);
                assertThrows(IllegalArgumentException.class, () -> rebuild.pass(resumed + 1));
                int from = random.nextInt(resumed + 1);
                rebuild.pass(from);
                int to = session == 0 ? DUMP.size() : from + random.nextInt(DUMP.size() - from + 1);
                for (NewDocument d : DUMP.subList(from, to)) {
                    addAfterRefused(rebuild, d);
                }
                if (session == 0) {
                    report = rebuild.finish();
                    assertEquals(resumed, report.resumed());
                } else if (random.nextBoolean()) {
                    rebuild.checkpoint();
                    finished = Math.max(resumed, to);
                    assertEquals(finished, rebuild.finished());
                }
            }
            assertEquals(
                    session == 0,
                    !IndexState.read(path, Rebuilding.queries(DUMP)).equals(first ? IndexState.NONE : old));
        }
        assertArrayEquals(expected, TestFiles.bytes(path));
        assertEquals(whole.index().documents(), report.build().index().documents());
        assertEquals(whole.repeatedIds(), report.build().repeatedIds());
        assertEquals(whole.tooShort(), report.build().tooShort());
        assertEquals(whole.duplicates().exact(), report.build().duplicates().exact());
        assertEquals(Snapshot.open(path).stats().bytes(), report.build().index().bytes());
        assertTrue(TestFiles.names(path).toString().matches("\\[LOCK, MANIFEST, segment-00000\\d.whs]"));
        if (first) {
            assertArrayEquals(
                    Files.readAllBytes(directory.resolve("whole/MANIFEST")),
                    Files.readAllBytes(path.resolve("MANIFEST")));
        }
        // The index has this scheme from then on.
        assertEquals(
                0, Rebuilding.rebuild(path, OPTIONS, List.of()).build().index().documents());
        assertEquals(Fingerprinter.of(scheme).scheme(), Snapshot.open(path).scheme());
        assertEquals(List.of(), IndexCheck.check(path).problems());
    }

    /** Documents of one run are selected before it is written, once; a resume has the figures of that. */
    @ParameterizedTest
    @EnumSource
    void oneRunIsTheMergedSegment(Duplicates duplicates) throws IOException {
        BuildOptions build = BUILD.duplicates(duplicates).minDocument(20).runText(1L << 40);
        expected = Rebuilding.bulk(directory.resolve("bulk"), SCHEME, build, DUMP);
        Path steps = IndexFiles.rebuild(index);
        List<BuildReport> reports = new ArrayList<>();
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS.buildOptions(build))) {
            Rebuilding.addAll(rebuild, DUMP);
            assertThrows(
                    IllegalStateException.class,
                    () -> rebuild.finish(report -> {
                        reports.add(report);
                        throw new IllegalStateException("stopped");
                    }));
            assertArrayEquals(expected, Files.readAllBytes(RunBuilder.file(steps, 1)));
        }
        Files.delete(steps.resolve(IndexRebuild.MERGED));
        try (IndexRebuild rebuild = IndexRebuild.resume(index, OPTIONS.buildOptions(build))) {
            Rebuilding.addAll(rebuild, DUMP);
            assertRefused(Reason.CHANGED, "there are more than", () -> rebuild.add("more", "words"));
            rebuild.finish(reports::add);
        }
        assertEquals(reports.get(0), reports.get(1));
        assertEquals(duplicates.sought(), reports.get(0).duplicates().exact() > 0);
        assertTrue(reports.get(0).repeatedIds() > 0);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    /** A refused document is not part of the stream, neither at first nor when it comes again. */
    private static void addAfterRefused(IndexRebuild rebuild, NewDocument d) throws IOException {
        for (String id : new String[] {"", "half a pair \uD83D", "x".repeat(65_536)}) {
            assertThrows(IllegalArgumentException.class, () -> rebuild.add(id, d.utf8()));
        }
        assertThrows(NullPointerException.class, () -> rebuild.add(d.id(), (byte[]) null));
        rebuild.add(d.id(), d.utf8(), d.date());
    }

    @Test
    void documentsOfAFailedRunAreNotLostSilently() throws IOException {
        RebuildOptions noRoom = OPTIONS.buildOptions(Rebuilding.BUILD.reserve(1L << 50));
        try (IndexRebuild rebuild = IndexRebuild.begin(index, noRoom)) {
            assertThrows(DiskSpaceException.class, () -> Rebuilding.addAll(rebuild, DUMP));
            for (Executable attempt : List.<Executable>of(
                    () -> rebuild.add("more", DUMP.get(0).utf8()), rebuild::checkpoint, rebuild::finish)) {
                assertMessage(IllegalStateException.class, "resume it", attempt);
            }
        }
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    /** Refused early, not when everything is read and cannot be merged. */
    @Test
    void tooManyRunsAreRefusedEarly() throws IOException {
        IndexRebuild.begin(index, OPTIONS).close();
        Path journal = IndexFiles.rebuild(index).resolve(Journal.NAME);
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        lines.write(Files.readAllBytes(journal));
        for (int i = 1; i <= RunMerge.MOST_RUNS; i++) {
            lines.write(new JournalStep(i, JournalStep.Kind.RUN, Map.of("documents", "0", "digest", "0", "bytes", "0"))
                    .encode());
        }
        Files.write(journal, lines.toByteArray());
        try (IndexRebuild rebuild = IndexRebuild.resume(index, OPTIONS)) {
            LimitExceededException e = assertThrows(
                    LimitExceededException.class,
                    () -> rebuild.add("one too many", DUMP.get(0).utf8()));
            assertEquals(RunMerge.MOST_RUNS, e.most());
            assertTrue(e.getMessage().startsWith("runs of one rebuild"), e.getMessage());
            assertTrue(e.getMessage().contains("more memory than 16777216 bytes"), e.getMessage());
        }
    }

    /** Other operations on the index neither fail because of a stopped rebuild nor remove it. */
    @Test
    void otherOperationsDoNotAffectAStoppedRebuild() throws IOException {
        change();
        Rebuilding.stopped(index, DUMP, 20);
        try (Stream<Path> files = Files.list(IndexFiles.rebuild(index))) {
            assertTrue(files.count() > 2);
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            // The same documents in other files.
            writer.forceMerge();
        }
        IndexCheck.repair(index);
        long generation = IndexFiles.readManifest(index).generation();
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
        assertEquals(generation + 1, IndexFiles.readManifest(index).generation());
    }

    /** Of the journal, the runs and their notes. */
    @Test
    void aDamagedStepIsDetected() throws IOException {
        Rebuilding.stopped(index, DUMP, DUMP.size());
        Path work = IndexFiles.rebuild(index);
        Path kept = directory.resolve("kept");
        TestFiles.copy(work, kept);
        for (Path file : TestFiles.files(kept, Journal.NAME + "|run-00000.*")) {
            byte[] bytes = Files.readAllBytes(file);
            boolean journal = file.endsWith(Journal.NAME);
            int step = journal ? LongForm.of(53, 5) : Math.max(1, bytes.length / LongForm.of(5, 50));
            for (int at = 0; at < bytes.length; at += step) {
                byte[] damaged = TestFiles.flipped(bytes, at * 8 + 4);
                for (byte[] left : List.of(damaged, Arrays.copyOf(bytes, at), Arrays.copyOf(bytes, bytes.length - 1))) {
                    restore(kept, work);
                    Files.write(work.resolve(file.getFileName()), left);
                    assertDamageIsSeen(file + " damaged at " + at);
                }
            }
            if (!journal) {
                restore(kept, work);
                Files.delete(work.resolve(file.getFileName()));
                assertDamageIsSeen(file + " removed");
            }
        }
        assertTrue(damagesSeen > 20, damagesSeen + " seen");
    }

    /** It was checked, but before the rebuild was stopped. */
    @Test
    void aDamagedMergedSegmentIsDetected() throws IOException {
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            Rebuilding.addAll(rebuild, DUMP);
            assertMessage(
                    IllegalStateException.class,
                    "stopped",
                    () -> rebuild.finish(report -> {
                        throw new IllegalStateException("stopped");
                    }));
        }
        Path merged = IndexFiles.rebuild(index).resolve(IndexRebuild.MERGED);
        byte[] whole = Files.readAllBytes(merged);
        assertArrayEquals(expected, whole);
        Files.write(merged, TestFiles.flipped(whole, whole.length / 2 * 8));
        assertRefused(Reason.DAMAGED, IndexRebuild.MERGED, () -> Rebuilding.resume(index, OPTIONS, DUMP));
        Files.write(merged, whole);
        Rebuilding.resume(index, OPTIONS, DUMP);
        assertArrayEquals(expected, TestFiles.bytes(index));
    }

    /** A run that is the merged segment already, forged with valid checksums. */
    @Test
    void contentsAreVerifiedOnlyIfThatIsWanted() throws IOException {
        RebuildOptions single = OPTIONS.buildOptions(BUILD.runText(1L << 40));
        try (IndexRebuild rebuild = IndexRebuild.begin(index, single)) {
            Rebuilding.addAll(rebuild, DUMP);
            assertThrows(
                    IllegalStateException.class,
                    () -> rebuild.finish(report -> {
                        throw new IllegalStateException("stopped");
                    }));
        }
        Path run = RunBuilder.file(IndexFiles.rebuild(index), 1);
        byte[] bytes = Files.readAllBytes(run);
        int at = ForgedFiles.offset(bytes, MEAN_LOGS);
        Arrays.fill(bytes, at, at + ForgedFiles.length(bytes, MEAN_LOGS), (byte) 0);
        Files.write(run, ForgedFiles.segment(bytes));
        RebuildOptions checking = single.checkContents(true);
        assertRefused(Reason.DAMAGED, "mean logarithm", () -> Rebuilding.resume(index, checking, DUMP));
        Rebuilding.resume(index, single, DUMP);
        assertFalse(IndexCheck.check(index).problems().isEmpty());
        Rebuilding.rebuild(index, checking, DUMP);
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private int damagesSeen;

    private void assertDamageIsSeen(String what) throws IOException {
        try {
            // Forced, because the index may have been built again.
            Rebuilding.resume(index, OPTIONS.force(true), DUMP);
        } catch (WhorlException e) {
            assertTrue(
                    e instanceof RefusedException refused && refused.reason() == Reason.DAMAGED, () -> what + ": " + e);
            assertEquals(old, IndexState.read(index, Rebuilding.queries(DUMP)), what);
            damagesSeen++;
            return;
        }
        // A byte between sections, which is not read, or whole lines at the end of the journal.
        assertArrayEquals(expected, TestFiles.bytes(index), what);
        Rebuilding.buildOld(index);
    }

    private static void restore(Path kept, Path work) throws IOException {
        if (Files.exists(work)) {
            TestFiles.delete(work);
        }
        TestFiles.copy(kept, work);
    }

    private static final int KILLS = LongForm.of(8, 200);
    private static final List<NewDocument> KILLED_DUMP = Rebuilding.dump(7, 150);

    /** Whenever it is killed, the old index is whole, and the rebuild resumes to the bytes of an undisturbed one. */
    @Test
    void aKilledRebuildResumesToTheSameBytes() throws Exception {
        byte[] whole = Rebuilding.bulk(directory.resolve("whole"), SCHEME, Rebuilding.BUILD, KILLED_DUMP);
        Random random = new Random(7);
        int span = 600;
        int resumed = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            List<String> printed = new ArrayList<>();
            try (ChildJvm child = ChildJvm.start(List.of("-Xmx256m"), KilledRebuild.class, index.toString())) {
                // One in seven is killed while it starts, and one in three when it has finished runs.
                if (kill % 7 > 0) {
                    printed.add(child.awaitLine(kill % 3 == 0 ? "half" : "open"));
                }
                Thread.sleep(random.nextInt(kill % 3 == 0 ? 20 : span));
                child.kill();
                printed.addAll(child.output());
                assertEquals(List.of(), child.failures());
            }
            // Spreads the kills over the whole rebuild, whatever the load of the machine.
            boolean swapped = printed.contains("swapped");
            span = swapped ? Math.max(20, span * 7 / 10) : span * 11 / 10;
            boolean same = IndexState.read(index, Rebuilding.queries(DUMP)).equals(old);
            assertTrue(same != swapped || !same && printed.contains("read"), printed::toString);
            if (!same || kill % 3 == 0) {
                IndexRebuild.Report report = Journal.exists(IndexFiles.rebuild(index))
                        ? Rebuilding.resume(index, OPTIONS, KILLED_DUMP)
                        : Rebuilding.rebuild(index, OPTIONS, KILLED_DUMP);
                resumed += report.resumed() > 0 ? 1 : 0;
                assertArrayEquals(whole, TestFiles.bytes(index));
                Rebuilding.buildOld(index);
            }
        }
        assertTrue(resumed > 0, "no rebuild was resumed");
    }

    /** A process to kill: {@code INDEX}. Begins or resumes a rebuild, and prints its steps. */
    static final class KilledRebuild {
        private KilledRebuild() {}

        public static void main(String[] args) throws IOException {
            Path index = Path.of(args[0]);
            try (IndexRebuild rebuild = Journal.exists(IndexFiles.rebuild(index))
                    ? IndexRebuild.resume(index, OPTIONS)
                    : IndexRebuild.begin(index, OPTIONS)) {
                System.out.println("open");
                Rebuilding.addAll(rebuild, KILLED_DUMP.subList(0, KILLED_DUMP.size() / 2));
                System.out.println("half");
                Rebuilding.addAll(rebuild, KILLED_DUMP.subList(KILLED_DUMP.size() / 2, KILLED_DUMP.size()));
                System.out.println("read");
                rebuild.finish();
                System.out.println("swapped");
            }
        }
    }

    // A new index with the bytes of a bulk build replaces the old one in one step, while readers use it. Texts, dates
    // and the most common minutiae are those of the documents.

    /** Not there before a test. */
    private Path first;

    private static final RebuildOptions CREATING = OPTIONS.scheme(SCHEME);
    private static final List<NewDocument> SHORT_DUMP = Rebuilding.dump(3, 20);
    private static final RebuildOptions PLAIN = OPTIONS.buildOptions(BUILD.storeText(false));

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
        try (IndexRebuild rebuild = IndexRebuild.begin(index, OPTIONS)) {
            rebuild.checkpoint();
            assertEquals(
                    "process " + ProcessHandle.current().pid() + ", which is rebuilding the index",
                    Files.readString(index.resolve("LOCK")));
            for (Executable attempt : List.<Executable>of(
                    () -> IndexWriter.open(index, WRITING),
                    () -> IndexBuilder.create(index, SCHEME, Rebuilding.BUILD.replace(true)),
                    () -> IndexRebuild.begin(index, OPTIONS),
                    () -> IndexRebuild.resume(index, OPTIONS))) {
                assertReason(RefusedException.Reason.LOCKED, "rebuilding the index", attempt);
            }
        }
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            assertReason(RefusedException.Reason.LOCKED, () -> IndexRebuild.begin(index, OPTIONS));
        }
    }

    @Test
    void aRebuildNeedsAnIndexOrAScheme() throws IOException {
        for (Path nowhere : List.of(directory.resolve("nowhere"), Files.createDirectory(directory.resolve("empty")))) {
            assertReason(RefusedException.Reason.NOT_AN_INDEX, "build one", () -> IndexRebuild.begin(nowhere, OPTIONS));
            for (RebuildOptions options : List.of(OPTIONS, CREATING)) {
                assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexRebuild.resume(nowhere, options));
            }
        }
        assertFalse(Files.exists(directory.resolve("nowhere")));
        assertReason(
                SchemeException.Reason.INVALID,
                () -> IndexRebuild.begin(index, OPTIONS.scheme(SCHEME.withSelection(Selection.of("no-such")))));
    }

    @Test
    void earlierChangesDisappearWithTheOldIndex() throws IOException {
        assertEquals(2, change(OLD.keySet().iterator().next()));
        Rebuilding.rebuild(index, OPTIONS, DUMP);
        assertEquals(Rebuilding.firsts(DUMP).size(), Snapshot.open(index).documents());
        // Commit numbers continue: the build, the commit above, the rebuild.
        assertEquals(4, change());
        assertEquals(Rebuilding.firsts(DUMP).size() + 1, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void aDamagedIndexCanBeRebuilt() throws IOException {
        change();
        Path segment = index.resolve("segment-000001.whs");
        Files.write(segment, Arrays.copyOf(Files.readAllBytes(segment), 2_000));
        Path log = index.resolve("live/log-000001.wal");
        Files.write(log, Arrays.copyOf(Files.readAllBytes(log), 100));
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
        assertThrows(DiskSpaceException.class, () -> IndexRebuild.begin(first, watched.scheme(SCHEME)));
        assertFalse(Files.exists(first));
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
        assertEquals(
                0, Rebuilding.rebuild(index, PLAIN, SHORT_DUMP).build().index().storedTextBytes());
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertFalse(snapshot.storesTexts());
        }
        long stored =
                Rebuilding.rebuild(index, OPTIONS, SHORT_DUMP).build().index().storedTextBytes();
        assertStored();
        assertEquals(
                stored,
                Rebuilding.rebuild(index, PLAIN, SHORT_DUMP).build().index().storedTextBytes());
        assertStored();
    }

    @Property(tries = 20)
    void commonMinutiaeAreTheFirstByNumberOfHolders(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 40) int documents,
            @ForAll @IntRange(min = 1, max = 20) int limit,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll boolean severalRuns,
            @ForAll boolean resumed,
            @ForAll long seed)
            throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 100);
        SlowIndex model = new SlowIndex(drawn.scheme, corpus, 0);
        Comparator<Map.Entry<Long, TreeMap<String, Integer>>> order =
                Comparator.comparingInt(e -> -e.getValue().size());
        List<CommonMinutia> expected = model.holders.entrySet().stream()
                .filter(e -> e.getValue().size() > 1)
                .sorted(order.thenComparing((a, b) -> Long.compareUnsigned(a.getKey(), b.getKey())))
                .limit(100)
                .map(e -> new CommonMinutia(e.getKey(), e.getValue().size(), first(model, e.getValue())))
                .toList();
        BuildOptions bulk = BUILD.threads(threads).runText(severalRuns ? 3_000 : 1 << 20);
        RebuildOptions options =
                OPTIONS.scheme(drawn.scheme).buildOptions(bulk).maxDf(limit).force(true);
        Path fresh = Files.createTempDirectory(directory, "common").resolve("index");
        if (resumed) {
            try (IndexRebuild rebuild = IndexRebuild.begin(fresh, options)) {
                addAll(rebuild, corpus);
                assertThrows(
                        IllegalStateException.class,
                        () -> rebuild.finish(report -> {
                            throw new IllegalStateException("stopped before the swap");
                        }));
            }
        }
        try (IndexRebuild rebuild =
                resumed ? IndexRebuild.resume(fresh, options) : IndexRebuild.begin(fresh, options)) {
            rebuild.preferHolders(RebuildTest::isPreferred);
            addAll(rebuild, corpus);
            IndexRebuild.Report report = rebuild.finish();
            assertEquals(expected, report.commonMinutiae());
            assertEquals(
                    model.holders.values().stream()
                            .filter(h -> h.size() > limit)
                            .count(),
                    report.overMaxDf());
        }
    }

    private static void addAll(IndexRebuild rebuild, Map<String, byte[]> corpus) throws IOException {
        for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
            rebuild.add(document.getKey(), document.getValue());
        }
    }

    private static boolean isPreferred(String id) {
        return id.hashCode() % 3 == 0;
    }

    /** The first that is preferred, or else the first, in the order of documents: that of the bytes of their ids. */
    private static String first(SlowIndex model, Map<String, Integer> holders) {
        List<String> all =
                model.documents.keySet().stream().filter(holders::containsKey).toList();
        return all.stream().filter(RebuildTest::isPreferred).findFirst().orElse(all.get(0));
    }

    // A rebuild creates the first index of a path in steps that are kept. Until the last step the path is no index.

    @Test
    void aStoppedFirstRebuildIsNoIndexAndCanBeResumed() throws IOException {
        Rebuilding.stopped(first, CREATING, DUMP, 25);
        assertReason(RefusedException.Reason.NOT_AN_INDEX, "IndexRebuild.resume", () -> Snapshot.open(first));
        assertMessage(RefusedException.class, "store-text was", () -> IndexRebuild.resume(first, PLAIN.scheme(SCHEME)));
        // As a kill between moving the new segment and writing MANIFEST leaves it.
        Files.write(first.resolve("segment-000001.whs"), new byte[100]);
        try (IndexRebuild rebuild = IndexRebuild.resume(first, OPTIONS)) {
            assertTrue(rebuild.resumed() > 20, () -> rebuild.resumed() + " resumed");
            Rebuilding.addAll(rebuild, DUMP);
            rebuild.finish();
        }
        assertArrayEquals(expected, TestFiles.bytes(first));
        assertFalse(Files.exists(first.resolve("rebuild")));
        Path meanwhile = directory.resolve("meanwhile");
        RebuildOptions plain = PLAIN.scheme(SCHEME);
        Rebuilding.stopped(meanwhile, plain, DUMP, 25);
        assertMessage(RefusedException.class, "store-text was", () -> IndexRebuild.resume(meanwhile, CREATING));
        Rebuilding.bulk(meanwhile, SCHEME, plain.buildOptions(), SHORT_DUMP);
        assertReason(RefusedException.Reason.INDEX_CHANGED, () -> IndexRebuild.resume(meanwhile, plain));
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
