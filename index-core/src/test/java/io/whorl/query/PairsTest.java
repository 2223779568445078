package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.SlowIndex;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.FoundPairs.Shares;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs, in little and in enough memory, and pairs of which minutiae are left out, compared with all fingerprints. */
class PairsTest {
    private static final Shares NONE = new Shares(0, 1, 1, 1);

    @TempDir
    private Path directory;

    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final List<Measure> MEASURES = List.of(Measure.RESEMBLANCE, Measure.SHARED, Measure.CONTAINMENT);

    private static final ScratchSpace SCRATCH = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")));

    private static Pairs pairs(Segment segment, PairsOptions options, Shares memory) throws IOException {
        return FoundPairs.search(segment, options, memory, SCRATCH);
    }

    private static Pairs pairs(Segment segment, PairsOptions options) throws IOException {
        return new Pairs(segment, options, SCRATCH, Clusters.Progress.NONE);
    }

    private static Measure measure(SlowSearch model, long seed) {
        List<Measure> measures = SlowSearch.measures(model.scheme()).stream()
                .filter(PairsOptions::supports)
                .toList();
        return measures.get((int) Long.remainderUnsigned(seed, measures.size()));
    }

    @Property(tries = 6)
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
            for (long top : new long[] {1, 7, 60, PairsOptions.ALL}) {
                PairsOptions options = TestOptions.pairs(measure, least, top, 6, 3);
                assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, memory)), options::toString);
            }
            // PartsTest checks the weights; this checks that they do not depend on the memory.
            for (Measure weighted : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.WEIGHTED_CONTAINMENT)) {
                if (weighted.isSupportedBy(model.scheme())) {
                    PairsOptions all = TestOptions.pairs(weighted, 0.1, PairsOptions.ALL, 6, 2);
                    assertEquals(
                            FoundPairs.of(pairs(r.single, all)),
                            FoundPairs.of(pairs(r.single, all, memory)),
                            all::toString);
                }
            }
            PairsOptions options = TestOptions.pairs(measure, least, PairsOptions.ALL, 6, 1);
            assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, NONE)), options::toString);
        }
    }

    @Property(tries = 12)
    void familiesRepresentAllTheirPairs(
            @ForAll @IntRange(max = 4) int scheme, @ForAll long seed, @ForAll boolean aliased) throws IOException {
        try (RandomParts r = new RandomParts(PartsTest.SCHEMES.get(scheme), seed, 1, 0, 0, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            Measure measure = measure(model, seed);
            for (long maxDf : new long[] {4, 1_000}) {
                PairsOptions options = TestOptions.pairs(measure, 0, PairsOptions.ALL, maxDf, 2);
                try (Pairs found = pairs(r.single, options.expanded(false))) {
                    assertEquals(
                            sorted(figures(model.pairs(options).pairs(), measure)),
                            sorted(unfolded(found.toList(), measure)),
                            options::toString);
                }
            }
        }
    }

    /** A pair with its figures, with its ids in a fixed order. */
    private record Figures(String a, String b, double score, long shared) {}

    private static List<Figures> figures(List<Pair> pairs, Measure measure) {
        return pairs.stream().map(p -> figures(p, p.a(), p.b(), measure)).toList();
    }

    private static Figures figures(Pair pair, String a, String b, Measure measure) {
        boolean swapped = measure.symmetric() && SlowIndex.BY_UTF8.compare(a, b) > 0;
        return new Figures(swapped ? b : a, swapped ? a : b, pair.score(), pair.shared());
    }

    private static List<Figures> unfolded(List<Pair> folded, Measure measure) {
        Map<String, List<String>> members = new HashMap<>();
        for (Pair pair : folded) {
            pair.family().ifPresent(family -> {
                List<String> ids = new ArrayList<>();
                family.forEach(ids::add);
                assertEquals(family.size(), ids.size());
                assertEquals(List.of(pair.a(), pair.b()), ids.subList(0, 2));
                members.put(pair.a(), ids);
            });
        }
        List<Figures> all = new ArrayList<>();
        for (Pair pair : folded) {
            List<String> as = members.getOrDefault(pair.a(), List.of(pair.a()));
            List<String> bs = pair.family().isPresent() ? as : members.getOrDefault(pair.b(), List.of(pair.b()));
            for (String a : as) {
                for (String b : bs) {
                    int order = SlowIndex.BY_UTF8.compare(a, b);
                    if (pair.family().isEmpty() || order < 0 || order > 0 && !measure.symmetric()) {
                        all.add(figures(pair, a, b, measure));
                    }
                }
            }
        }
        return all;
    }

    private static List<Figures> sorted(List<Figures> figures) {
        return figures.stream()
                .sorted(Comparator.comparing(Figures::a).thenComparing(Figures::b))
                .toList();
    }

    @Test
    void aFullDiskIsReported() throws IOException {
        try (RandomParts r = new RandomParts(PartsTest.SCHEMES.get(2), 21, 1, 0, 0)) {
            PairsOptions options = TestOptions.pairs(Measure.RESEMBLANCE, 0, PairsOptions.ALL, 1_000, 1);
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
            PairsOptions options = TestOptions.pairs(Measure.RESEMBLANCE, 0, PairsOptions.ALL, 1_000, 3);
            Pairs found = Snapshot.of(r.singleParts()).pairs(options, (done, documents) -> {
                assertEquals(r.living.size(), documents);
                progress.add(done);
            });
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
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(seed, 3 + random.nextInt(most), 120).values());
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < texts.size(); i++) {
            int series = random.nextInt(4);
            String frame = series == 0 ? "" : "the frame of series number s" + series + " and its many links ";
            byte[] text = texts.get(random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i);
            boolean only = random.nextInt(8) == 0;
            corpus.put(
                    (series == 0 ? "" : "s" + series + "/") + String.format("d%03d", i),
                    RandomCorpus.utf8(frame + (only ? "" : new String(text, java.nio.charset.StandardCharsets.UTF_8))));
        }
        return corpus;
    }

    private Segment segment(Map<String, byte[]> corpus, Scheme scheme) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        RandomCorpus.index(index, scheme, corpus, BuildOptions.DEFAULT.threads(1));
        return TestFiles.segment(index);
    }

    private static List<String> lines(Pairs pairs) {
        return pairs.toList().stream()
                .map(p -> p.a() + " " + p.b() + " " + p.score() + " " + p.shared())
                .toList();
    }

    private void assertSame(Map<String, byte[]> corpus, PairsOptions options) throws IOException {
        Segment segment = segment(corpus, SCHEME);
        SlowPairs slow = new SlowPairs(corpus, SCHEME, options);
        assertEquals(slow.lines(), lines(pairs(segment, options)), options::toString);
        assertEquals(slow.lines(), lines(pairs(segment, options, Shares.LITTLE)), () -> options + " in little memory");
        if (options.templates().isPresent()) {
            Map<String, List<Long>> found = new HashMap<>();
            try (Pairs pairs = pairs(segment, options, Shares.LITTLE)) {
                for (Iterator<SeriesTemplate> all = pairs.templates(); all.hasNext(); ) {
                    SeriesTemplate t = all.next();
                    found.put(t.series(), List.of(t.documents(), t.minutiae(), t.onlyTemplate()));
                }
            }
            assertEquals(slow.templates(), found, options::toString);
        }
        segment.release();
    }

    private static PairsOptions options(int seed) {
        return PairsOptions.DEFAULT
                .measure(MEASURES.get(seed % 3))
                .minScore(seed % 3 == 1 ? 5 : 0.05)
                .threads(1 + seed % 2)
                .expanded(true);
    }

    @Test
    void frequencyLimitsCountFamilies() throws IOException {
        for (int seed = 0; seed < LongForm.of(3, 30); seed++) {
            assertSame(corpus(seed, 40), options(seed).maxDf(2 + seed % 5));
            assertSame(corpus(seed, 40), options(seed).maxDf(5 + seed).commonDf(2 + seed % 3));
        }
    }

    @Test
    void templatesAreLeftOutOfTheirSeriesOnly() throws IOException {
        for (int seed = 20; seed < LongForm.of(24, 60); seed++) {
            Templates templates =
                    Templates.of(Series.prefix("/")).share(0.2 + seed % 4 * 0.2).least(2 + seed % 3);
            PairsOptions options = options(seed).templates(templates);
            assertSame(corpus(seed, 40), options);
            assertSame(corpus(seed, 40), options.maxDf(3 + seed % 9).commonDf(3));
        }
    }

    @Test
    void superShinglesSelectTheSamePairsInAnyMemory() throws IOException {
        for (int seed = 40; seed < LongForm.of(43, 70); seed++) {
            PairsOptions options =
                    options(seed).measure(Measure.RESEMBLANCE).minScore(0.05).superShingles(1 + seed % 7);
            assertSame(corpus(seed, 40), options);
            assertSame(corpus(seed, 40), options.maxDf(2 + seed % 6));
        }
    }

    @Test
    void superShinglesFindNearCopiesAndCountWhatTheyMiss() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        List<byte[]> texts = List.copyOf(RandomCorpus.of(3, 60, 400).values());
        for (int i = 0; i < texts.size(); i++) {
            String text = new String(texts.get(i), java.nio.charset.StandardCharsets.UTF_8);
            corpus.put(String.format("d%03d", i), RandomCorpus.utf8(text));
            corpus.put(String.format("d%03d-copy", i), RandomCorpus.utf8(text + " and one more sentence"));
        }
        corpus.put("short", RandomCorpus.utf8("too short"));
        PairsOptions all = PairsOptions.DEFAULT.minScore(0.9).maxDf(PairsOptions.ALL);
        Segment segment = segment(corpus, SCHEME);
        List<String> expected = lines(pairs(segment, all));
        try (Pairs found = pairs(segment, all.superShingles(16))) {
            assertTrue(found.tooShort() > 0, () -> "" + found.candidates());
            List<String> some = lines(found);
            assertTrue(expected.containsAll(some));
            assertTrue(some.size() >= 0.95 * expected.size(), some.size() + " of " + expected.size());
        }
    }

    @Test
    void whatCannotBeServedIsRefused() throws IOException {
        Map<String, byte[]> corpus = corpus(1, 10);
        Templates templates = Templates.of(Series.prefix("/"));
        PairsOptions withShingles = PairsOptions.DEFAULT.superShingles(6);
        for (Measure directed : List.of(Measure.CONTAINMENT, Measure.CONTAINED, Measure.SHARED)) {
            PairsOptions options = withShingles.measure(directed);
            Segment segment = segment(corpus, SCHEME);
            assertReason(
                    SchemeException.Reason.MEASURE, "super shingles", () -> pairs(segment, options, Shares.LITTLE));
        }
        Segment sketches = segment(
                corpus, Scheme.builder().selection("min-s", Map.of("s", "30")).build());
        PairsOptions withTemplates = PairsOptions.DEFAULT.templates(templates);
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(sketches, withTemplates, Shares.LITTLE));
        Segment levels = segment(
                corpus, Scheme.builder().selection("mod-by-size", Map.of()).build());
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(levels, withTemplates, Shares.LITTLE));
        assertReason(SchemeException.Reason.MEASURE, () -> pairs(levels, withShingles, Shares.LITTLE));
    }

    /** Nearly equal documents share everything with thousands of others. The limit keeps the work in proportion. */
    @Test
    void documentsThatShareEverythingAreBoundedAndReported() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < 1_500; i++) {
            corpus.put(String.format("d%04d", i), RandomCorpus.utf8("all of these words are in each of them " + i));
        }
        Segment segment = segment(corpus, SCHEME);
        try (Pairs found = pairs(segment, PairsOptions.DEFAULT.threads(1).memory(PairsOptions.MIN_MEMORY))) {
            assertFalse(found.hasNext());
            assertEquals(8, found.ignored().minutiae());
            assertEquals(1_500, found.ignored().documents());
        }
        // With a common template, the rest of each document decides.
        Templates templates = Templates.of(Series.of("all", id -> java.util.Optional.of("all")));
        PairsOptions without =
                PairsOptions.DEFAULT.threads(1).memory(PairsOptions.MIN_MEMORY).templates(templates);
        try (Pairs found = pairs(segment, without)) {
            assertFalse(found.hasNext());
            assertEquals(0, found.ignored().documents());
            SeriesTemplate template = found.templates().next();
            assertEquals(new SeriesTemplate("all", 1_500, 8, 0), template);
        }
    }

    /** All pairs of a collection by sets, written from the definitions of what is left out. */
    private static final class SlowPairs {
        private static final int SKETCH = 128;
        private static final int LENGTH = 3;

        private final PairsOptions options;
        private final List<Doc> documents = new ArrayList<>();
        private final Map<Long, Long> holders = new HashMap<>();
        private final Map<Long, Boolean> frames = new HashMap<>();
        /** By series: the number of families, and of those that hold each minutia. */
        private final Map<String, Long> families = new HashMap<>();

        private final Map<String, Map<Long, Long>> inSeries = new HashMap<>();

        /** A document: its minutiae, those that are not template, and those that make pairs. */
        private final class Doc {
            private final String id;
            private final Set<Long> all;
            /** The series of the first document with these minutiae. */
            private Optional<String> series;

            private Set<Long> rest = Set.of();
            private Set<Long> counted = Set.of();

            private Doc(String id, Set<Long> all) {
                this.id = id;
                this.all = all;
                series = options.templates().flatMap(t -> t.series().of(id));
            }

            private List<Object> family() {
                return all.isEmpty() ? List.of(id) : List.of(all);
            }
        }

        SlowPairs(Map<String, byte[]> corpus, Scheme scheme, PairsOptions options) {
            this.options = options;
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            corpus.forEach((id, text) -> documents.add(new Doc(
                    id,
                    Arrays.stream(fingerprinter.fingerprint(text).toArray())
                            .boxed()
                            .collect(Collectors.toSet()))));
            documents.sort(Comparator.comparing(d -> d.id, SlowIndex.BY_UTF8));
            Map<Object, Doc> seen = new HashMap<>();
            for (Doc d : documents) {
                d.series = seen.getOrDefault(d.family(), d).series;
                if (seen.putIfAbsent(d.family(), d) == null) {
                    d.series.ifPresent(s -> families.merge(s, 1L, Long::sum));
                    for (long minutia : d.all) {
                        holders.merge(minutia, 1L, Long::sum);
                        d.series.ifPresent(s -> inSeries.computeIfAbsent(s, any -> new HashMap<>())
                                .merge(minutia, 1L, Long::sum));
                    }
                }
            }
            documents.forEach(this::leaveOut);
        }

        private boolean isTemplate(String series, long minutia) {
            Templates rule = options.templates().orElseThrow();
            long held = inSeries.get(series).getOrDefault(minutia, 0L);
            return held >= rule.least() && held >= rule.share() * families.get(series);
        }

        private void leaveOut(Doc d) {
            d.rest = new HashSet<>(d.all);
            d.series.ifPresent(s -> d.rest.removeIf(minutia -> isTemplate(s, minutia)));
            d.counted = new HashSet<>(d.rest);
            d.counted.removeAll(above(d.rest, options.maxDf()));
            d.counted.removeIf(this::isFrame);
        }

        /** True for what enough families hold of which at most half are copies, and few small ones lack own text. */
        private boolean isFrame(long minutia) {
            return frames.computeIfAbsent(minutia, any -> {
                Map<Object, Doc> holding = new HashMap<>();
                documents.stream().filter(d -> d.all.contains(minutia)).forEach(d -> holding.put(d.family(), d));
                long copies = holding.values().stream()
                        .filter(d -> common(d) > 0.92 * d.all.size())
                        .count();
                long votes = holding.values().stream()
                        .filter(d -> common(d) >= 0.5 * d.all.size() || 10 * own(d) >= d.all.size() - common(d))
                        .count();
                long held = holders.get(minutia);
                boolean enough =
                        held > options.commonDf() || held > Math.max(1, options.commonDf() / 2) && votes >= 0.9 * held;
                return enough && copies <= 0.5 * held;
            });
        }

        private int common(Doc d) {
            return above(d.all, options.commonDf()).size();
        }

        private int own(Doc d) {
            return d.all.size()
                    - above(d.all, Math.max(1, options.commonDf() / 5)).size();
        }

        /** What is compared of one document of a pair: the same minutiae are left out of both. */
        private Set<Long> compared(Doc of, Doc with, boolean whole) {
            Set<Long> compared = new HashSet<>(of.all);
            if (!of.all.equals(with.all)) {
                compared.removeIf(m -> isLeftOut(of, m) || isLeftOut(with, m) || !whole && isFrame(m));
            }
            return compared;
        }

        private static boolean isLeftOut(Doc d, long minutia) {
            return d.all.contains(minutia) && !d.rest.contains(minutia);
        }

        private Set<Long> above(Set<Long> minutiae, long limit) {
            return minutiae.stream().filter(m -> holders.get(m) > limit).collect(Collectors.toCollection(HashSet::new));
        }

        /** The pairs, best first, as lines. */
        List<String> lines() {
            record Scored(String a, String b, double score, int shared) {}
            List<Scored> pairs = new ArrayList<>();
            Map<Doc, Set<Long>> shingles = new HashMap<>();
            Map<Long, Set<Object>> families = new HashMap<>();
            for (Doc d : documents) {
                shingles.put(d, superShingles(d));
                shingles.get(d).forEach(s -> families.computeIfAbsent(s, any -> new HashSet<>())
                        .add(d.family()));
            }
            for (Doc a : documents) {
                for (Doc b : documents) {
                    int order = SlowIndex.BY_UTF8.compare(a.id, b.id);
                    if (order == 0 || order > 0 && options.measure().symmetric()) {
                        continue;
                    }
                    boolean candidate = options.superShingles() == 0
                            || a.family().equals(b.family())
                            || shingles.get(a).stream()
                                    .anyMatch(s -> shingles.get(b).contains(s)
                                            && families.get(s).size() <= options.maxDf());
                    candidate &= a.all.equals(b.all) || !Collections.disjoint(a.counted, b.counted);
                    Set<Long> both = compared(a, b, false);
                    both.retainAll(b.all);
                    double content = score(compared(a, b, false), compared(b, a, false), both.size());
                    Set<Long> all = compared(a, b, true);
                    all.retainAll(b.all);
                    double whole = score(compared(a, b, true), compared(b, a, true), all.size());
                    double score = Math.max(content, Math.min(whole, 1.5 * content));
                    if (candidate && !both.isEmpty() && score >= options.minScore()) {
                        pairs.add(new Scored(a.id, b.id, score, both.size()));
                    }
                }
            }
            pairs.sort(Comparator.comparingDouble(Scored::score).reversed());
            return pairs.stream()
                    .map(p -> p.a + " " + p.b + " " + p.score + " " + p.shared)
                    .toList();
        }

        private double score(Set<Long> a, Set<Long> b, int shared) {
            return switch (options.measure()) {
                case SHARED -> shared;
                case RESEMBLANCE -> (double) shared / (a.size() + b.size() - shared);
                case CONTAINMENT -> (double) shared / a.size();
                default -> throw new IllegalArgumentException("measure is " + options.measure());
            };
        }

        private Set<Long> superShingles(Doc d) {
            List<Long> sketch = d.counted.stream()
                    .sorted(Long::compareUnsigned)
                    .limit(SKETCH)
                    .toList();
            TreeSet<Long> all = new TreeSet<>();
            for (int from = 0; from + LENGTH <= sketch.size(); from++) {
                all.add(shingle(sketch.subList(from, from + LENGTH)));
            }
            if (!sketch.isEmpty() && sketch.size() < LENGTH) {
                all.add(shingle(sketch));
            }
            return all.stream().limit(options.superShingles()).collect(Collectors.toSet());
        }

        private static long shingle(List<Long> minutiae) {
            long hash = LENGTH;
            for (long minutia : minutiae) {
                hash = SplitMix64.mix(hash ^ minutia);
            }
            return hash;
        }

        /** The number of minutiae of each template, and of the documents that consist of it, by series. */
        Map<String, List<Long>> templates() {
            Map<String, List<Long>> templates = new HashMap<>();
            families.forEach((series, n) -> {
                long minutiae = inSeries.getOrDefault(series, Map.of()).keySet().stream()
                        .filter(m -> isTemplate(series, m))
                        .count();
                if (minutiae > 0) {
                    templates.put(
                            series,
                            List.of(
                                    of(series).count(),
                                    minutiae,
                                    of(series)
                                            .filter(d -> !d.all.isEmpty() && d.rest.isEmpty())
                                            .count()));
                }
            });
            return templates;
        }

        private java.util.stream.Stream<Doc> of(String series) {
            return documents.stream().filter(d -> d.series.equals(Optional.of(series)));
        }
    }
}
