package io.whorl.cluster;

import static io.whorl.RandomCorpus.words;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.FoundPairs.Shares;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Compares clusters and survivors with a comparison of all fingerprints, in little and in enough memory. */
class ClustersTest {
    private static final Scheme SCHEME = Schemes.of("granularity=2");
    private static final BuildOptions BUILD = BuildOptions.DEFAULT.threads(1);
    private static final List<Measure> MEASURES = List.of(Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.SHARED);

    @TempDir
    private Path directory;

    private static SortedMap<String, byte[]> corpus(long seed) {
        return RandomCorpus.copied(seed, 50, 260);
    }

    private Path index(SortedMap<String, byte[]> corpus, BuildOptions options) throws IOException {
        return RandomCorpus.indexIn(directory, SCHEME, corpus, options);
    }

    private static SimilarityOptions options(
            SimilarityOptions.Link link, Measure measure, double minScore, int threads) {
        return SimilarityOptions.CLUSTERS
                .link(link)
                .measure(measure)
                .minScore(minScore)
                .maxDf(SimilarityOptions.NO_LIMIT)
                .commonDf(SimilarityOptions.NO_LIMIT)
                .threads(threads);
    }

    private static List<String> clusters(Path index, SimilarityOptions options) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            return ClusterLines.of(snapshot.clusters(options));
        }
    }

    @Test
    void clustersAreThoseOfAComparisonOfAllDocuments() throws IOException {
        long copies = 0;
        for (int seed = 0; seed < 24; seed++) {
            SortedMap<String, byte[]> corpus = corpus(seed);
            Random random = new Random(seed);
            Map<String, Optional<Instant>> dates = new HashMap<>();
            for (String id : corpus.keySet()) {
                Instant date = Instant.ofEpochSecond(random.nextInt(20));
                dates.put(id, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(date));
            }
            BuildOptions build = seed % 3 == 0 ? BUILD.duplicates(Duplicates.ALIAS) : BUILD;
            Path index = RandomCorpus.indexIn(directory, SCHEME, RandomCorpus.documents(corpus, dates::get), build);
            Measure measure = MEASURES.get(seed % 4 % 3);
            // By SHARED, short documents do not reach the threshold even with their copies.
            double minScore = measure == Measure.SHARED ? 30 : 0.1 + seed % 5 * 0.1;
            for (SimilarityOptions.Link link : SimilarityOptions.Link.values()) {
                SimilarityOptions stored = options(link, measure, minScore, 1 + seed % 3)
                        .representative(SimilarityOptions.Representative.values()[seed / 3 % 3]);
                SimilarityOptions given = stored.dates(dates::get);
                SimilarityOptions options = seed % 2 == 0 ? stored : given;
                List<String> expected = new SlowClusters(corpus, given).lines();
                assertEquals(expected, clusters(index, options), options + " seed " + seed);
                Clusters inLittleMemory = (Clusters) SimilarityResult.of(
                        TestFiles.segment(index), options, Shares.LITTLE.memory(), new ScratchSpace(directory));
                assertEquals(expected, ClusterLines.of(inLittleMemory), options + " in little memory, seed " + seed);
                copies += checkEdges(index, options);
            }
        }
        assertTrue(copies > 0);
    }

    /**
     * Checks that edges and copies connect the documents of a component and no others, and that every pair of two
     * members is an edge of their cluster. Returns the number of copies.
     */
    private static long checkEdges(Path index, SimilarityOptions options) throws IOException {
        boolean components = options.link() == SimilarityOptions.Link.COMPONENTS;
        Map<String, Set<String>> componentOf = new HashMap<>();
        List<Edge> within = new ArrayList<>();
        List<Edge> found = new ArrayList<>();
        Set<Set<String>> clustered = new HashSet<>();
        long copies = 0;
        try (Snapshot snapshot = Snapshot.open(index);
                Clusters clusters = snapshot.clusters(options)) {
            for (Iterator<Edge> all = clusters.edges(); all.hasNext(); ) {
                Edge edge = all.next();
                join(componentOf, edge);
                if (edge.clusterA() > 0 && edge.clusterA() == edge.clusterB()) {
                    within.add(edge);
                }
            }
            for (Iterator<Edge> all = clusters.copies(); components && all.hasNext(); copies++) {
                Edge copy = all.next();
                assertTrue(copy.a().compareTo(copy.b()) < 0 && copy.score() >= options.minScore(), copy::toString);
                assertTrue(copy.clusterA() > 0 && copy.clusterA() == copy.clusterB(), copy::toString);
                join(componentOf, copy);
            }
            while (clusters.hasNext()) {
                Cluster cluster = clusters.next();
                Set<String> members = new HashSet<>();
                cluster.forEach(member -> members.add(member.id()));
                clustered.add(members);
                if (options.measure() == Measure.RESEMBLANCE) {
                    found.addAll(withoutCopies(cluster));
                }
            }
        }
        if (components) {
            assertEquals(clustered, new HashSet<>(componentOf.values()), options::toString);
        }
        if (options.measure() == Measure.RESEMBLANCE) {
            assertEquals(within.size(), found.size());
            assertEquals(new HashSet<>(within), new HashSet<>(found));
        }
        return copies;
    }

    private static void join(Map<String, Set<String>> componentOf, Edge edge) {
        Set<String> both = new HashSet<>(componentOf.getOrDefault(edge.a(), Set.of(edge.a())));
        both.addAll(componentOf.getOrDefault(edge.b(), Set.of(edge.b())));
        both.forEach(id -> componentOf.put(id, both));
    }

    /** Checks that the edges join all members of a star, and returns those of different fingerprints. */
    private static List<Edge> withoutCopies(Cluster cluster) {
        List<Edge> edges = new ArrayList<>();
        Set<String> joined = new HashSet<>();
        double last = Double.POSITIVE_INFINITY;
        int copies = 0;
        for (Iterator<Edge> all = cluster.edges(); all.hasNext(); ) {
            Edge edge = all.next();
            joined.add(edge.a());
            joined.add(edge.b());
            assertEquals(cluster.number(), edge.clusterA());
            if (edge.score() == 1 && last == Double.POSITIVE_INFINITY) {
                copies++;
            } else {
                assertTrue(edge.score() <= last, edge::toString);
                last = edge.score();
                edges.add(edge);
            }
        }
        assertEquals(cluster.size(), joined.size());
        assertTrue(copies < cluster.size());
        return edges;
    }

    @Test
    void oldestDocumentsNeedDates() throws IOException {
        Path index = index(corpus(1), BUILD);
        SimilarityOptions oldest = SimilarityOptions.CLUSTERS.representative(SimilarityOptions.Representative.OLDEST);
        assertReason(NotStoredException.Reason.DATE, "the option dates", () -> clusters(index, oldest));
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws IOException {
        Path index = index(corpus(77), BUILD);
        for (SimilarityOptions.Link link : SimilarityOptions.Link.values()) {
            SimilarityOptions options = options(link, Measure.WEIGHTED_RESEMBLANCE, 0.1, 1);
            List<String> one = clusters(index, options);
            assertTrue(one.size() > 4, one::toString);
            assertEquals(one, clusters(index, options.threads(2)));
            assertEquals(one, clusters(index, options.threads(4)));
        }
    }

    @Test
    void tenThousandEqualDocumentsAreOneCluster() throws IOException {
        SortedMap<String, byte[]> equal = new TreeMap<>();
        for (int i = 0; i < 10_000; i++) {
            equal.put(String.format("d%05d", i), RandomCorpus.utf8(words("w", 0, 20)));
        }
        equal.put("other", RandomCorpus.utf8(words("w", 100, 120)));
        for (Duplicates duplicates : List.of(Duplicates.IGNORE, Duplicates.ALIAS)) {
            Path index = index(equal, BUILD.duplicates(duplicates));
            try (Snapshot snapshot = Snapshot.open(index);
                    Clusters clusters =
                            snapshot.clusters(SimilarityOptions.CLUSTERS.memory(SimilarityOptions.MIN_MEMORY))) {
                assertEquals(1, clusters.clusters());
                assertEquals(10_000, clusters.clustered());
                assertEquals(10_001, clusters.documents());
                Cluster only = clusters.next();
                assertEquals(1, only.leastScore());
                assertEquals(1, only.leastPair());
                int members = 0;
                for (Member member : only) {
                    assertEquals(1, member.score());
                    members++;
                }
                assertEquals(10_000, members);
            }
        }
    }

    @Test
    void closedClustersCannotBeRead() throws IOException {
        try (Snapshot snapshot = Snapshot.open(index(corpus(5), BUILD))) {
            Clusters clusters = snapshot.clusters(options(SimilarityOptions.Link.STAR, Measure.RESEMBLANCE, 0.1, 1));
            Cluster first = clusters.next();
            snapshot.close();
            assertEquals(first.representative(), first.iterator().next().id(), "the snapshot is not needed any more");
            Iterator<Edge> edges = first.edges();
            clusters.close();
            clusters.close();
            for (Executable call : List.<Executable>of(
                    edges::hasNext, first::edges, first::representative, clusters::all, clusters::edges)) {
                assertThrows(IllegalStateException.class, call);
            }
        }
    }

    /** Makes clusters by comparing every family of equal documents with every other. */
    private static final class SlowClusters {
        /** The documents of one fingerprint, by id. */
        private record Unit(int number, Fingerprint fingerprint, List<String> ids) {
            private String id() {
                return ids.get(0);
            }
        }

        private final SimilarityOptions options;
        private final boolean oldest;
        private final List<Unit> units = new ArrayList<>();
        private final double[][] scores;
        /** Those that may be in a cluster, the best representative first. */
        private final List<Unit> ranked;

        private final Set<Unit> ofStars = new HashSet<>();

        SlowClusters(SortedMap<String, byte[]> corpus, SimilarityOptions options) {
            this.options = options;
            oldest = options.representative() == SimilarityOptions.Representative.OLDEST;
            SlowIndex index = new SlowIndex(SCHEME, corpus, 0).sharing();
            index.documents.keySet().stream()
                    .map(index::family)
                    .distinct()
                    .forEach(ids -> units.add(new Unit(units.size(), index.documents.get(ids.get(0)), ids)));
            scores = units.stream()
                    .map(a -> units.stream()
                            .mapToDouble(b -> a.fingerprint.compare(b.fingerprint, options.measure()))
                            .toArray())
                    .toArray(double[][]::new);
            ranked = units.stream()
                    .filter(u -> size(u) > 1 || component(u).size() > 1)
                    .sorted(rank())
                    .toList();
            for (Unit star : ranked) {
                if (!ofStars.contains(star)) {
                    ranked.stream()
                            .skip(ranked.indexOf(star) + 1L)
                            .filter(u -> links(u, star))
                            .forEach(ofStars::add);
                }
            }
        }

        private double score(Unit a, Unit b) {
            return scores[a.number][b.number];
        }

        private boolean links(Unit a, Unit b) {
            return a.number != b.number && score(a, b) >= options.minScore();
        }

        private int size(Unit unit) {
            return score(unit, unit) >= options.minScore() ? unit.ids.size() : 1;
        }

        private int documents(Collection<Unit> of) {
            return of.stream().mapToInt(this::size).sum();
        }

        private List<Unit> direct(Unit to) {
            return units.stream()
                    .filter(a -> links(a, to))
                    .sorted(Comparator.comparingDouble(a -> -score(a, to)))
                    .toList();
        }

        /** All that links connect. */
        private Set<Unit> component(Unit of) {
            Set<Unit> all = new HashSet<>(Set.of(of));
            while (all.addAll(units.stream()
                    .filter(u -> all.stream().anyMatch(a -> links(a, u) || links(u, a)))
                    .toList())) {
                // Once more, from those that were added.
            }
            return all;
        }

        private Comparator<Unit> rank() {
            Comparator<Unit> longest = Comparator.comparingInt(u -> -u.fingerprint.size());
            Comparator<Unit> central = Comparator.comparingInt((Unit u) -> -documents(direct(u)) - size(u))
                    .thenComparing(u -> -direct(u).stream()
                            .mapToDouble(a -> size(a) * score(a, u))
                            .reduce(0, Double::sum));
            Comparator<Unit> usual = central.thenComparing(longest).thenComparing(Unit::id);
            return switch (options.representative()) {
                case CENTRAL -> usual;
                case LONGEST -> longest.thenComparing(central).thenComparing(Unit::id);
                case OLDEST -> Comparator.comparing((Unit u) -> date(face(u))).thenComparing(usual);
            };
        }

        private Instant date(String id) {
            return options.dates().flatMap(dates -> dates.apply(id)).orElse(Instant.MAX);
        }

        /** The document that represents a unit: the first or, on request, the first of the oldest. */
        private String face(Unit unit) {
            return unit.ids.subList(0, size(unit)).stream()
                    .min(Comparator.comparing(id -> oldest ? date(id) : Instant.MIN))
                    .orElseThrow();
        }

        private Unit representative(Unit unit) {
            if (options.link() == SimilarityOptions.Link.COMPONENTS) {
                Set<Unit> component = component(unit);
                return ranked.stream().filter(component::contains).findFirst().orElseThrow();
            }
            return !ofStars.contains(unit)
                    ? unit
                    : best(
                                    unit,
                                    ranked.stream()
                                            .filter(u -> !ofStars.contains(u))
                                            .filter(u -> !oldest || ranked.indexOf(u) < ranked.indexOf(unit)))
                            .orElseThrow();
        }

        /** The first of those with which a unit scores best. */
        private Optional<Unit> best(Unit unit, Stream<Unit> of) {
            return of.filter(u -> links(unit, u)).reduce((u, later) -> score(unit, later) > score(unit, u) ? later : u);
        }

        /** A line for each cluster, and one for each member. */
        List<String> lines() {
            Map<Unit, List<Unit>> clusters = ranked.stream().collect(Collectors.groupingBy(this::representative));
            List<Unit> order = ranked.stream()
                    .filter(u -> clusters.containsKey(u) && documents(clusters.get(u)) > 1)
                    .sorted(Comparator.comparingInt(u -> -documents(clusters.get(u))))
                    .toList();
            List<String> lines = new ArrayList<>();
            for (Unit to : order) {
                List<Unit> members = clusters.get(to);
                lines.add(ClusterLines.cluster(
                        order.indexOf(to) + 1L,
                        documents(members),
                        face(to),
                        members.stream().mapToDouble(u -> score(u, to)).min().orElseThrow(),
                        members.stream()
                                .flatMapToDouble(a -> members.stream()
                                        .mapToDouble(b -> a.number == b.number
                                                ? score(to, to)
                                                : Math.max(score(a, b), score(b, a))))
                                .min()
                                .orElseThrow(),
                        (long) documents(component(to)) - size(to) - documents(direct(to))));
                lines.add(ClusterLines.member(face(to), score(to, to), face(to)));
                members.stream()
                        .flatMap(u -> u.ids.subList(0, size(u)).stream().map(id -> member(id, u, to)))
                        .filter(line -> !line.startsWith("  " + face(to) + " "))
                        .sorted()
                        .forEach(lines::add);
            }
            return lines;
        }

        private String member(String id, Unit unit, Unit to) {
            if (unit.number == to.number) {
                return ClusterLines.member(id, score(unit, unit), face(to));
            }
            if (options.link() == SimilarityOptions.Link.STAR) {
                return ClusterLines.member(id, score(unit, to), face(to));
            }
            Optional<Unit> nearest = best(unit, units.stream()).filter(any -> id.equals(unit.id()));
            return nearest.map(n -> ClusterLines.member(id, score(unit, n), n.id()))
                    .orElseGet(() -> ClusterLines.member(id, score(unit, unit), unit.id()));
        }
    }

    // Survivors.

    private static List<String> lines(Survivors survivors) {
        List<String> lines = new ArrayList<>();
        try (survivors) {
            survivors.forEachRemaining(d -> lines.add(line(d.drop(), d.keep(), d.cluster(), d.score())));
        }
        assertEquals(lines.size(), survivors.figures().dropped());
        return lines;
    }

    private static String line(String drop, String keep, long cluster, double score) {
        return cluster + ": " + drop + " for " + keep + " by " + score;
    }

    @Test
    void survivorsAreThoseOfAComparisonOfAllDocuments() throws IOException {
        for (int seed = 0; seed < LongForm.of(12, 100); seed++) {
            SortedMap<String, byte[]> corpus = corpus(seed);
            corpus.put("empty", new byte[0]);
            // Of two of three documents, some of them equal.
            Map<String, Long> keys = new TreeMap<>();
            int i = 0;
            for (String id : corpus.keySet()) {
                if (++i % 3 != 0) {
                    keys.put(id, i * 7_919L * (seed + 1) % 11 - 5);
                }
            }
            Path index = index(corpus, seed % 2 == 0 ? BUILD.duplicates(Duplicates.ALIAS) : BUILD);
            Measure measure = MEASURES.get(seed % 4 % 3);
            for (SimilarityOptions.Keep keep : SimilarityOptions.Keep.values()) {
                SimilarityOptions options = SimilarityOptions.SURVIVORS
                        .keep(keep)
                        .measure(measure)
                        .minScore(measure == Measure.SHARED ? 30 : 0.1 + seed % 5 * 0.1)
                        .maxDf(SimilarityOptions.NO_LIMIT)
                        .commonDf(SimilarityOptions.NO_LIMIT)
                        .threads(1 + seed % 3)
                        .dates(id -> Optional.ofNullable(keys.get(id)).map(Instant::ofEpochMilli));
                if (keep == SimilarityOptions.Keep.LEAST_KEY) {
                    options = options.keys(sink -> keys.forEach(sink::accept));
                }
                List<String> expected = survivors(corpus, options, keys);
                try (Snapshot snapshot = Snapshot.open(index)) {
                    assertEquals(expected, lines(snapshot.survivors(options)), options + " seed " + seed);
                }
                Survivors inLittleMemory = (Survivors) SimilarityResult.of(
                        TestFiles.segment(index), options, Shares.LITTLE.memory(), new ScratchSpace(directory));
                assertEquals(expected, lines(inLittleMemory), options + " little memory, seed " + seed);
            }
        }
    }

    /** Three versions have two contents, and the pages of a site one each. All have a notice of many sites. */
    @Test
    void pagesOfASmallSiteSurviveAndVersionsOfATextDoNot() throws IOException {
        SortedMap<String, byte[]> corpus = new TreeMap<>();
        String notice = words("notice", 0, 30);
        for (int i = 0; i < 60; i++) {
            corpus.put("other " + i, RandomCorpus.utf8(words("o" + i, 0, 100) + notice));
        }
        for (int i = 1; i <= 3; i++) {
            corpus.put(
                    "page " + i,
                    RandomCorpus.utf8(words("menu", 0, 60) + words("own" + i, 0, 25) + words("foot", 0, 30) + notice));
            String passage = words("t", 0, 20);
            corpus.put(
                    "version " + i,
                    RandomCorpus.utf8(words("a", 0, 40)
                            + (i == 2 ? words("x", 0, 20) : passage)
                            + words("b", 0, 40)
                            + (i == 3 ? words("y", 0, 20) : passage)
                            + notice));
        }
        try (Snapshot snapshot = Snapshot.open(index(corpus, BUILD));
                Survivors survivors = snapshot.survivors(SimilarityOptions.SURVIVORS)) {
            List<String> dropped = new ArrayList<>();
            survivors.forEachRemaining(each -> dropped.add(each.drop() + " for " + each.keep()));
            assertEquals(List.of("version 2 for version 1", "version 3 for version 1"), dropped);
        }
    }

    /** Decides by comparing each document with all survivors before it. */
    private static List<String> survivors(
            SortedMap<String, byte[]> corpus, SimilarityOptions options, Map<String, Long> keys) {
        record Document(String id, Fingerprint fingerprint) {
            double score(Document keep, SimilarityOptions options) {
                return fingerprint.compare(keep.fingerprint, options.measure());
            }

            boolean isCopyOf(Document other, SimilarityOptions options) {
                return fingerprint.size() > 0
                        && Arrays.equals(fingerprint.toArray(), other.fingerprint.toArray())
                        && score(other, options) >= options.minScore();
            }
        }
        Fingerprinter fingerprinter = Fingerprinter.of(SCHEME);
        List<Document> order = new ArrayList<>();
        corpus.forEach((id, text) -> order.add(new Document(id, fingerprinter.fingerprint(text))));
        order.sort(
                switch (options.keep()) {
                    case FIRST -> Comparator.comparing(Document::id);
                    case LONGEST -> Comparator.comparingLong(d -> -d.fingerprint.words());
                    case LEAST_KEY, OLDEST -> Comparator.comparingLong(d -> keys.getOrDefault(d.id, Long.MAX_VALUE));
                });
        // By survivor, those that are dropped for it.
        Map<Document, List<Document>> dropped = new LinkedHashMap<>();
        Map<Document, Document> keeps = new HashMap<>();
        for (Document d : order) {
            Document keep = keeps.keySet().stream()
                    .filter(e -> e.isCopyOf(d, options))
                    .findFirst()
                    .map(keeps::get)
                    .or(() -> dropped.keySet().stream()
                            .filter(s -> d.score(s, options) > 0 && d.score(s, options) >= options.minScore())
                            // The first of the best.
                            .reduce((a, b) -> d.score(b, options) > d.score(a, options) ? b : a))
                    .orElse(d);
            keeps.put(d, keep);
            List<Document> of = dropped.computeIfAbsent(keep, any -> new ArrayList<>());
            if (!keep.equals(d)) {
                of.add(d);
            }
        }
        List<Document> clusters = new ArrayList<>(dropped.keySet());
        clusters.sort(Comparator.comparingInt(s -> -dropped.get(s).size()));
        List<String> lines = new ArrayList<>();
        for (Document keep : clusters) {
            dropped.get(keep).stream()
                    .sorted(Comparator.comparing(Document::id))
                    .map(d -> line(d.id, keep.id, clusters.indexOf(keep) + 1L, d.score(keep, options)))
                    .forEach(lines::add);
        }
        return lines;
    }

    @Test
    void figuresCountDocumentsAndWords() throws IOException {
        SortedMap<String, byte[]> corpus = new TreeMap<>(Map.of(
                "a", RandomCorpus.utf8("one two three four five six"),
                "b", RandomCorpus.utf8("One, two, three, four, five, six!"),
                "c", RandomCorpus.utf8("one two three four five six seven"),
                "d", RandomCorpus.utf8("..."),
                "e", RandomCorpus.utf8("quite another text than the others")));
        Map<String, Long> keys = Map.of("b", 3L, "e", 1L, "unknown", 1L);
        SimilarityOptions options = SimilarityOptions.SURVIVORS
                .keys(sink -> keys.forEach(sink::accept))
                .measure(Measure.RESEMBLANCE);
        try (Snapshot snapshot = Snapshot.open(index(corpus, BUILD))) {
            Survivors survivors = snapshot.survivors(options);
            assertEquals(List.of(line("a", "b", 1, 1), line("c", "b", 1, 5 / 6.0)), lines(survivors));
            Survivors.Figures figures = survivors.figures();
            assertEquals(
                    new Survivors.Figures(5, 2, 1, 1, 1, 25, 13, 3, 1, new Clusters.Ignored(0, 0, 0, 0, 0)), figures);
            assertEquals(3, figures.kept());
            assertFalse(survivors.hasNext());
            assertThrows(NoSuchElementException.class, survivors::next);
            survivors.close();
        }
    }

    @Test
    void whatCannotBeDecidedIsRefused() throws IOException {
        Scheme sketches = Schemes.of("granularity=2 selection=min-s:s=30");
        try (Snapshot snapshot = Snapshot.open(RandomCorpus.indexIn(directory, sketches, corpus(1), BUILD))) {
            SimilarityOptions containment = SimilarityOptions.SURVIVORS.measure(Measure.CONTAINMENT);
            assertReason(SchemeException.Reason.MEASURE, () -> snapshot.survivors(containment));
            SimilarityOptions byKey = SimilarityOptions.SURVIVORS
                    .keep(SimilarityOptions.Keep.LEAST_KEY)
                    .measure(Measure.RESEMBLANCE);
            assertMessage(IllegalArgumentException.class, "have no keys", () -> snapshot.survivors(byKey));
            SimilarityOptions first = byKey.keys(sink -> {}).keep(SimilarityOptions.Keep.FIRST);
            assertMessage(IllegalArgumentException.class, "there are keys", () -> snapshot.survivors(first));
            IOException broken = new IOException("broken keys");
            DocumentKeys breaking = sink -> {
                throw broken;
            };
            UncheckedIOException thrown =
                    assertThrows(UncheckedIOException.class, () -> snapshot.survivors(byKey.keys(breaking)));
            assertEquals(broken, thrown.getCause());
        }
    }
}
