package io.whorl.query;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.ClusterLines;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.FoundPairs.Shares;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityResult;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pairs, in little and in enough memory, and pairs of which minutiae are left out, compared with all fingerprints; and
 * searches that are resumed.
 */
class PairsTest {
    private static final Shares NONE = new Shares(0, 1, 1, 1);

    @TempDir
    private Path directory;

    private static final Scheme SCHEME = Schemes.of("granularity=2");
    private static final List<Measure> MEASURES = List.of(Measure.RESEMBLANCE, Measure.SHARED, Measure.CONTAINMENT);

    private static final ScratchSpace SCRATCH = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")));

    private static Pairs pairs(Segment segment, SimilarityOptions options, Shares memory) throws IOException {
        return FoundPairs.search(segment, options, memory, SCRATCH);
    }

    private static Pairs pairs(Segment segment, SimilarityOptions options) throws IOException {
        return (Pairs) SimilarityResult.of(segment, options, SCRATCH);
    }

    private static Measure measure(SlowSearch model, long seed) {
        List<Measure> measures = SlowSearch.measures(model.scheme()).stream()
                .filter(SimilarityOptions::supports)
                .toList();
        return measures.get((int) Long.remainderUnsigned(seed, measures.size()));
    }

    /** Families represent all their pairs. */
    @Property(tries = 8)
    void spillingAndWindowsDoNotAffectResults(
            @ForAll @IntRange(max = 4) int scheme,
            @ForAll long seed,
            @ForAll boolean aliased,
            @ForAll @IntRange(max = 1_000) int arrays,
            @ForAll @IntRange(min = 1, max = 60) int places,
            @ForAll @IntRange(min = 1, max = 40) int counters,
            @ForAll @IntRange(min = 1, max = 50) int held)
            throws IOException {
        for (long each : LongForm.seeds(seed, 2)) {
            assertNoEffect(scheme, each, aliased, arrays, places, counters, held);
        }
    }

    private void assertNoEffect(int scheme, long seed, boolean aliased, int arrays, int places, int counters, int held)
            throws IOException {
        try (RandomParts r = new RandomParts(PartsTest.SCHEMES.get(scheme), seed, 1, 0, 0, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            Shares memory = new Shares(arrays, places, counters, held);
            Measure measure = measure(model, seed);
            double least = seed % 2 == 0 ? 0 : measure == Measure.SHARED ? 20 : 0.2;
            for (long top : new long[] {1, 7, 60, SimilarityOptions.ALL}) {
                SimilarityOptions options = TestOptions.pairs(measure, least, top, 6, 3);
                assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, memory)), options::toString);
            }
            // PartsTest checks the weights; this checks that they do not depend on the memory.
            for (Measure weighted : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.WEIGHTED_CONTAINMENT)) {
                if (weighted.isSupportedBy(model.scheme())) {
                    SimilarityOptions all = TestOptions.pairs(weighted, 0.1, SimilarityOptions.ALL, 6, 2);
                    assertEquals(
                            FoundPairs.of(pairs(r.single, all)),
                            FoundPairs.of(pairs(r.single, all, memory)),
                            all::toString);
                }
            }
            for (long maxDf : new long[] {4, 1_000}) {
                SimilarityOptions families = TestOptions.pairs(measure, 0, SimilarityOptions.ALL, maxDf, 2);
                List<Pair> folded = pairs(r.single, families.expanded(false)).toList();
                assertEquals(
                        sorted(model.pairs(families).pairs().stream(), measure),
                        sorted(unfolded(folded, measure), measure),
                        families::toString);
            }
            SimilarityOptions options = TestOptions.pairs(measure, least, SimilarityOptions.ALL, 6, 1);
            assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, NONE)), options::toString);
        }
    }

    /** A line for each pair, with its ids in a fixed order, sorted. */
    private static List<String> sorted(Stream<Pair> pairs, Measure measure) {
        return pairs.map(p -> {
                    boolean swapped = measure.symmetric() && SlowIndex.BY_UTF8.compare(p.a(), p.b()) > 0;
                    return (swapped ? p.b() + " " + p.a() : p.a() + " " + p.b()) + " " + p.score() + " " + p.shared();
                })
                .sorted()
                .toList();
    }

    private static Stream<Pair> unfolded(List<Pair> folded, Measure measure) {
        Map<String, List<String>> members = new HashMap<>();
        for (Pair pair : folded) {
            pair.family().ifPresent(family -> {
                List<String> ids = List.copyOf(family);
                assertEquals(family.size(), ids.size());
                assertEquals(List.of(pair.a(), pair.b()), ids.subList(0, 2));
                members.put(pair.a(), ids);
            });
        }
        List<Pair> all = new ArrayList<>();
        for (Pair p : folded) {
            List<String> as = members.getOrDefault(p.a(), List.of(p.a()));
            List<String> bs = p.family().isPresent() ? as : members.getOrDefault(p.b(), List.of(p.b()));
            for (String a : as) {
                for (String b : bs) {
                    int order = SlowIndex.BY_UTF8.compare(a, b);
                    if (p.family().isEmpty() || order < 0 || order > 0 && !measure.symmetric()) {
                        all.add(SlowSearch.pair(p, a, b, p.score()));
                    }
                }
            }
        }
        return all.stream();
    }

    @Test
    void aFullDiskIsReported() throws IOException {
        try (RandomParts r = new RandomParts(PartsTest.SCHEMES.get(2), 21, 1, 0, 0)) {
            SimilarityOptions options = TestOptions.pairs(Measure.RESEMBLANCE, 0, SimilarityOptions.ALL, 1_000, 1);
            assertTrue(FoundPairs.of(pairs(r.single, options, NONE)).pairs().size() > 1);
            for (Shares spilling : List.of(new Shares(1 << 20, 100, 100, 1), NONE)) {
                // A new one each time, because it does not check the disk at every call.
                ScratchSpace full = new ScratchSpace(directory, 1L << 60);
                assertThrows(DiskSpaceException.class, () -> FoundPairs.search(r.single, options, spilling, full));
            }
        }
        assertEquals(Set.of(), TestFiles.names(directory));
    }

    @Test
    void progressReachesTheEndAndAClosedResultIsEmpty() throws IOException {
        try (RandomParts r = new RandomParts(PartsTest.SCHEMES.get(0), 6, 1, 0, 0)) {
            List<Long> progress = new ArrayList<>();
            SimilarityOptions options = TestOptions.pairs(Measure.RESEMBLANCE, 0, SimilarityOptions.ALL, 1_000, 3);
            Pairs found = Snapshot.of(r.singleParts()).pairs(options.progress((done, documents) -> {
                assertEquals(r.living.size(), documents);
                progress.add(done);
            }));
            assertEquals(r.living.size(), progress.get(progress.size() - 1));
            assertEquals(progress.stream().sorted().toList(), progress);
            assertTrue(found.hasNext());
            found.close();
            found.close();
            assertFalse(found.hasNext());
        }
    }

    // Compares pairs, of which minutiae are left out, with a comparison of sets, in little and in enough memory.

    /** Documents of three series and of none, each with the frame of its series and passages that others share. */
    private static Map<String, byte[]> corpus(long seed, int most) {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = new TreeMap<>();
        RandomCorpus.copied(seed, most, 120).forEach((id, text) -> {
            int series = random.nextInt(4);
            String frame = series == 0 ? "" : "the frame of series number s" + series + " and its many links ";
            boolean only = random.nextInt(8) == 0;
            corpus.put(
                    (series == 0 ? "" : "s" + series + "/") + id,
                    RandomCorpus.utf8(frame + (only ? "" : new String(text, StandardCharsets.UTF_8))));
        });
        return corpus;
    }

    private Segment segment(Map<String, byte[]> corpus, Scheme scheme) throws IOException {
        return TestFiles.segment(RandomCorpus.indexIn(directory, scheme, corpus, BuildOptions.DEFAULT.threads(1)));
    }

    private static List<String> lines(List<Pair> pairs) {
        return pairs.stream()
                .map(p -> p.a() + " " + p.b() + " " + p.score() + " " + p.shared())
                .toList();
    }

    private void assertSame(Map<String, byte[]> corpus, SimilarityOptions options) throws IOException {
        Segment segment = segment(corpus, SCHEME);
        SlowSearch slow = new SlowSearch(SCHEME, corpus);
        List<String> expected = lines(slow.pairs(options).pairs());
        assertEquals(expected, lines(pairs(segment, options).toList()), options::toString);
        List<Pair> inLittleMemory = pairs(segment, options, Shares.LITTLE).toList();
        assertEquals(expected, lines(inLittleMemory), () -> options + " in little memory");
        if (options.templates().isPresent()) {
            Map<String, List<Long>> found = new HashMap<>();
            try (Pairs pairs = pairs(segment, options, Shares.LITTLE)) {
                for (Iterator<SeriesTemplate> all = pairs.templates(); all.hasNext(); ) {
                    SeriesTemplate t = all.next();
                    found.put(t.series(), List.of(t.documents(), t.minutiae(), t.onlyTemplate()));
                }
            }
            assertEquals(slow.templates(options), found, options::toString);
        }
        segment.release();
    }

    private static SimilarityOptions options(int seed) {
        return SimilarityOptions.PAIRS
                .measure(MEASURES.get(seed % 3))
                .minScore(seed % 3 == 1 ? 5 : 0.05)
                .threads(1 + seed % 2)
                .expanded(true);
    }

    /** Frequency limits count families. Templates are left out of their series only. */
    @Test
    void whatIsLeftOutIsThatOfASlowSearch() throws IOException {
        for (int seed = 0; seed < LongForm.of(3, 30); seed++) {
            assertSame(corpus(seed, 40), options(seed).maxDf(2 + seed % 5));
            assertSame(corpus(seed, 40), options(seed).maxDf(5 + seed).commonDf(2 + seed % 3));
            SimilarityOptions shingles =
                    options(seed).measure(Measure.RESEMBLANCE).minScore(0.05).superShingles(1 + seed % 7);
            assertSame(corpus(40 + seed, 40), shingles);
            assertSame(corpus(40 + seed, 40), shingles.maxDf(2 + seed % 6));
        }
        for (int seed = 20; seed < LongForm.of(24, 60); seed++) {
            Templates templates =
                    Templates.of(Series.prefix("/")).share(0.2 + seed % 4 * 0.2).least(2 + seed % 3);
            SimilarityOptions options = options(seed).templates(templates);
            assertSame(corpus(seed, 40), options);
            assertSame(corpus(seed, 40), options.maxDf(3 + seed % 9).commonDf(3));
        }
    }

    @Test
    void superShinglesFindNearCopiesAndCountWhatTheyMiss() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        List<byte[]> texts = List.copyOf(RandomCorpus.of(3, 60, 400).values());
        for (int i = 0; i < texts.size(); i++) {
            String text = new String(texts.get(i), StandardCharsets.UTF_8);
            corpus.put(String.format("d%03d", i), RandomCorpus.utf8(text));
            corpus.put(String.format("d%03d-copy", i), RandomCorpus.utf8(text + " and one more sentence"));
        }
        corpus.put("short", RandomCorpus.utf8("too short"));
        SimilarityOptions all = SimilarityOptions.PAIRS.minScore(0.9).maxDf(SimilarityOptions.ALL);
        Segment segment = segment(corpus, SCHEME);
        List<String> expected = lines(pairs(segment, all).toList());
        try (Pairs found = pairs(segment, all.superShingles(16))) {
            assertTrue(found.tooShort() > 0, () -> "" + found.candidates());
            List<String> some = lines(found.toList());
            assertTrue(expected.containsAll(some));
            assertTrue(some.size() >= 0.95 * expected.size(), some.size() + " of " + expected.size());
        }
    }

    @Test
    void whatCannotBeServedIsRefused() throws IOException {
        Map<String, byte[]> corpus = corpus(1, 10);
        Templates templates = Templates.of(Series.prefix("/"));
        SimilarityOptions withShingles = SimilarityOptions.PAIRS.superShingles(6);
        SimilarityOptions withTemplates = SimilarityOptions.PAIRS.templates(templates);
        Segment full = segment(corpus, SCHEME);
        for (Measure directed : List.of(Measure.CONTAINMENT, Measure.CONTAINED, Measure.SHARED)) {
            SimilarityOptions options = withShingles.measure(directed);
            assertReason(SchemeException.Reason.MEASURE, "super shingles", () -> pairs(full, options));
        }
        Segment sketches = segment(corpus, Schemes.of("selection=min-s:s=30"));
        Segment levels = segment(corpus, Schemes.of("selection=mod-by-size"));
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(sketches, withTemplates));
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(levels, withTemplates));
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(levels, withShingles));
    }

    /** Nearly equal documents share everything with thousands of others. The limit keeps the work in proportion. */
    @Test
    void documentsThatShareEverythingAreBoundedAndReported() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < 1_500; i++) {
            corpus.put(String.format("d%04d", i), RandomCorpus.utf8("all of these words are in each of them " + i));
        }
        Segment segment = segment(corpus, SCHEME);
        try (Pairs found = pairs(segment, SimilarityOptions.PAIRS.threads(1).memory(SimilarityOptions.MIN_MEMORY))) {
            assertFalse(found.hasNext());
            assertEquals(8, found.ignored().minutiae());
            assertEquals(1_500, found.ignored().documents());
        }
        // With a common template, the rest of each document decides.
        Templates templates = Templates.of(new Series("all", id -> Optional.of("all")));
        SimilarityOptions without = SimilarityOptions.PAIRS
                .threads(1)
                .memory(SimilarityOptions.MIN_MEMORY)
                .templates(templates);
        try (Pairs found = pairs(segment, without)) {
            assertFalse(found.hasNext());
            assertEquals(0, found.ignored().documents());
            SeriesTemplate template = found.templates().next();
            assertEquals(new SeriesTemplate("all", 1_500, 8, 0), template);
        }
    }

    // Searches that are stopped at any checkpoint give the same result when they are resumed.

    private static final int DOCUMENTS = 400;

    @TempDir
    private static Path common;

    private static Path index;
    private static Snapshot snapshot;
    private static Path work;

    @BeforeAll
    static void open() throws IOException {
        work = common.resolve("work");
        index = common.resolve("index");
        build(index, DOCUMENTS);
        snapshot = Snapshot.open(index);
    }

    /** A search, and what it finds as lines. */
    private enum Search {
        PAIRS,
        BEST_PAIRS,
        STARS,
        COMPONENTS;

        private boolean ofPairs() {
            return this == PAIRS || this == BEST_PAIRS;
        }

        /** Keeps its work in a common, if there is one, and removes it at the end. */
        List<String> lines(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            return ofPairs() ? pairs(snapshot, work, threads, progress) : clusters(snapshot, work, threads, progress);
        }

        private List<String> pairs(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            SimilarityOptions options = pairsOptions(work).threads(threads);
            SimilarityOptions best = options.top(40).measure(Measure.WEIGHTED_CONTAINMENT);
            try (Pairs pairs = snapshot.pairs((this == PAIRS ? options : best).progress(progress))) {
                List<String> lines = found(pairs);
                work.ifPresent(any -> pairs.removeWork());
                return lines;
            }
        }

        private List<String> clusters(Snapshot snapshot, Optional<Path> work, int threads, Clusters.Progress progress) {
            SimilarityOptions options = clusterOptions(work)
                    .threads(threads)
                    .link(this == STARS ? SimilarityOptions.Link.STAR : SimilarityOptions.Link.COMPONENTS);
            try (Clusters clusters = snapshot.clusters(options.progress(progress))) {
                List<String> lines = ClusterLines.read(clusters);
                lines.add(clusters.clustered() + " of " + clusters.documents() + ", " + clusters.ignored());
                work.ifPresent(any -> clusters.removeWork());
                return lines;
            }
        }
    }

    private static void build(Path index, int documents) throws IOException {
        RandomCorpus.index(
                index,
                Schemes.of("granularity=2"),
                RandomCorpus.of(11, documents, 90),
                BuildOptions.DEFAULT.threads(1));
    }

    private static SimilarityOptions pairsOptions(Optional<Path> work) {
        SimilarityOptions plain = SimilarityOptions.PAIRS.minScore(0.1).maxDf(SimilarityOptions.ALL);
        return work.map(w -> plain.memory(SimilarityOptions.MIN_MEMORY).work(w).resume(true))
                .orElse(plain);
    }

    private static SimilarityOptions clusterOptions(Optional<Path> work) {
        SimilarityOptions plain = SimilarityOptions.CLUSTERS.minScore(0.2);
        return work.map(w -> plain.memory(SimilarityOptions.MIN_MEMORY).work(w).resume(true))
                .orElse(plain);
    }

    private static List<String> found(Pairs pairs) {
        List<String> lines = new ArrayList<>();
        pairs.forEachRemaining(p -> lines.add(p.a() + " " + p.b() + " " + p.score() + " " + p.shared() + " "
                + p.family().map(Collection::size).orElse(0)));
        lines.add(pairs.families() + " families, " + pairs.ignored());
        return lines;
    }

    /** Runs until a number of documents are counted, and then resumes with another number of threads. */
    @ParameterizedTest
    @EnumSource
    void aStoppedSearchResumesToTheSameResult(Search search) {
        List<String> expected = search.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE);
        assertTrue(expected.size() > 30, expected::toString);
        int steps = search.ofPairs() ? DOCUMENTS : 2 * DOCUMENTS;
        for (int stop = 1; stop <= steps; stop += LongForm.of(steps / 3, 31)) {
            int at = stop;
            int threads = 1 + stop % 2;
            assertThrows(
                    Stop.class,
                    () -> search.lines(snapshot, Optional.of(work), threads, (done, all) -> {
                        if (done >= at) {
                            throw new Stop();
                        }
                    }));
            List<Long> progress = new ArrayList<>();
            List<String> resumed =
                    search.lines(snapshot, Optional.of(work), 3 - threads, (done, all) -> progress.add(done));
            assertEquals(expected, resumed, "stopped at " + stop);
            // Finished parts are not counted again.
            assertTrue(!search.ofPairs() || progress.get(0) > stop - 130, () -> at + ": " + progress.get(0));
            assertFalse(Files.exists(work));
        }
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A search whose result was read, but whose work was not removed, gives the result again. */
    @Test
    void finishedWorkIsReadAgain() throws Exception {
        SimilarityOptions options = pairsOptions(Optional.of(work));
        List<String> first;
        try (Pairs pairs = snapshot.pairs(options)) {
            first = found(pairs);
        }
        try (Pairs pairs = snapshot.pairs(options)) {
            assertEquals(first, found(pairs));
            assertReason(RefusedException.Reason.LOCKED, "another search", () -> snapshot.pairs(options));
            // POSIX would release the lock if the refused search had opened its file.
            List<String> probe = ChildJvm.command(
                    List.of(), LockProbe.class, work.resolve("LOCK").toString());
            assertEquals(List.of("held"), ChildJvm.run(probe));
            pairs.removeWork();
        }
    }

    private static void assertRefused(Reason reason, String message, SimilarityOptions options) {
        assertReason(reason, message, () -> snapshot.pairs(options));
    }

    @Test
    void workOfAnotherSearchIsRefused() throws IOException {
        SimilarityOptions options = pairsOptions(Optional.of(work));
        snapshot.pairs(options).close();
        assertRefused(Reason.UNFINISHED, "resume it", options.resume(false));
        assertRefused(Reason.CHANGED, "min-score was 0.1 and is 0.2", options.minScore(0.2));
        assertRefused(Reason.CHANGED, "max-df was ", options.maxDf(9));
        assertRefused(Reason.CHANGED, "super-shingles was 0", options.superShingles(4));
        assertMessage(
                RefusedException.class,
                "for was pairs and is clusters",
                () -> snapshot.clusters(clusterOptions(Optional.of(work))));
        Path other = common.resolve("other");
        build(other, DOCUMENTS - 1);
        try (Snapshot changed = Snapshot.open(other)) {
            assertReason(Reason.CHANGED, "index was 400 documents", () -> changed.pairs(options));
        }
        TestFiles.delete(work);
    }

    @Test
    void damagedWorkIsRefused() throws IOException {
        SimilarityOptions options = pairsOptions(Optional.of(work));
        snapshot.pairs(options).close();
        for (Path file : TestFiles.files(work, ".*")) {
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length == 0) {
                continue;
            }
            Files.write(file, TestFiles.flipped(bytes, bytes.length / 3 * 8));
            assertRefused(Reason.DAMAGED, file.getFileName() + " is damaged", options);
            Files.delete(file);
            if (file.getFileName().toString().startsWith("pairs")) {
                assertRefused(Reason.DAMAGED, file.getFileName() + " is damaged", options);
            }
            Files.write(file, bytes);
        }
        TestFiles.delete(work);
    }

    @Test
    void aFullDiskLosesNothingThatIsResumed() throws IOException {
        SimilarityOptions options = pairsOptions(Optional.of(work)).threads(1);
        assertThrows(
                Stop.class,
                () -> snapshot.pairs(options.progress((done, documents) -> {
                    if (done > DOCUMENTS / 2) {
                        throw new Stop();
                    }
                })));
        Segment segment = TestFiles.segment(index);
        assertMessage(
                DiskSpaceException.class,
                "work",
                () -> SimilarityResult.of(segment, options, new ScratchSpace(work, 1L << 60)));
        List<Long> progress = new ArrayList<>();
        try (Pairs pairs = snapshot.pairs(options.progress((done, documents) -> progress.add(done)))) {
            assertEquals(Search.PAIRS.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE), found(pairs));
            assertTrue(progress.get(0) > DOCUMENTS / 4, progress::toString);
            pairs.removeWork();
        }
        segment.release();
    }

    // A search that is killed at any moment, again and again, ends with the bytes of an undisturbed one.

    private static final int KILLS = LongForm.of(2, 50);

    private static final int KILLED_DOCUMENTS = LongForm.of(1_200, 4_000);

    private static final int SHORTEST_MILLIS = 20;

    private int span = LongForm.of(500, 2_000);

    @Test
    void aKilledSearchResumesToTheSameBytes() throws Exception {
        Path index = directory.resolve("index");
        build(index, KILLED_DOCUMENTS);
        Random random = new Random(5);
        Map<Search, List<String>> expected = new EnumMap<>(Search.class);
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Search search : List.of(Search.PAIRS, Search.STARS)) {
                expected.put(search, search.lines(snapshot, Optional.empty(), 1, Clusters.Progress.NONE));
            }
        }
        Path out = directory.resolve("out");
        Search search = Search.PAIRS;
        for (int kill = 1; kill <= KILLS; kill++) {
            boolean done = killed(search, 1 + kill % 2, random);
            if (done || kill == KILLS) {
                try (ChildJvm child = start(search, 2)) {
                    assertEquals(List.of("open", "done"), child.output());
                }
                assertEquals(expected.get(search), Files.readAllLines(out));
                Files.delete(out);
                search = search == Search.PAIRS ? Search.STARS : Search.PAIRS;
            }
        }
    }

    /** Runs a search, and kills it. Returns whether it had ended before. */
    private boolean killed(Search search, int threads, Random random) throws Exception {
        List<String> printed = new ArrayList<>();
        try (ChildJvm child = start(search, threads)) {
            printed.add(child.awaitLine("open"));
            Thread.sleep(random.nextInt(span));
            child.kill();
            printed.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        boolean done = printed.contains("done");
        // Spread the kills over the whole search, whatever the load of the machine.
        span = done ? Math.max(SHORTEST_MILLIS, span * 7 / 10) : span * 11 / 10;
        return done;
    }

    private ChildJvm start(Search search, int threads) throws IOException {
        return ChildJvm.start(
                List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"),
                KilledSearch.class,
                directory.toString(),
                search.name(),
                Integer.toString(threads));
    }

    /** A process to kill: {@code FOLDER SEARCH THREADS}. It resumes the work, and writes what it finds. */
    private static final class KilledSearch {
        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            try (Snapshot snapshot = Snapshot.open(directory.resolve("index"))) {
                System.out.println("open");
                Optional<Path> work = Optional.of(directory.resolve("killed"));
                int threads = Integer.parseInt(args[2]);
                Files.write(
                        directory.resolve("out"),
                        Search.valueOf(args[1]).lines(snapshot, work, threads, Clusters.Progress.NONE));
            }
            System.out.println("done");
        }
    }

    /** Prints whether another process holds the lock of a file. */
    private static final class LockProbe {
        public static void main(String[] args) throws IOException {
            try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                System.out.println(channel.tryLock() == null ? "held" : "free");
            }
        }
    }
}
