package io.whorl.cluster;

import static io.whorl.RandomCorpus.words;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.FoundPairs.Shares;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares clusters with a comparison of all fingerprints, in little and in enough memory. */
class ClustersTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final BuildOptions BUILD = BuildOptions.DEFAULT.threads(1);

    @TempDir
    private Path directory;

    private static ClusterOptions options(ClusterOptions.Link link, Measure measure, double minScore, int threads) {
        return ClusterOptions.DEFAULT
                .link(link)
                .measure(measure)
                .minScore(minScore)
                .maxDf(ClusterOptions.NO_LIMIT)
                .threads(threads);
    }

    private Path index(SortedMap<String, byte[]> corpus, Scheme scheme, BuildOptions options) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        RandomCorpus.index(index, scheme, corpus, options);
        return index;
    }

    private static List<String> clusters(Path index, ClusterOptions options) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            return ClusterLines.of(snapshot.clusters(options));
        }
    }

    private List<String> inLittleMemory(Path index, ClusterOptions options) throws IOException {
        Segment segment = TestFiles.segment(index);
        return ClusterLines.of(new Clusters(
                segment, options.shares(Shares.LITTLE.memory()), new ScratchSpace(directory), Clusters.Progress.NONE));
    }

    @Test
    void clustersAreThoseOfAComparisonOfAllDocuments() throws IOException {
        for (int seed = 0; seed < 24; seed++) {
            SortedMap<String, byte[]> corpus = ClusterIndexes.corpus(seed);
            Random random = new Random(seed);
            Map<String, Optional<Instant>> dates = new HashMap<>();
            for (String id : corpus.keySet()) {
                Instant date = Instant.ofEpochSecond(random.nextInt(20));
                dates.put(id, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(date));
            }
            Path index = Files.createTempDirectory(directory, "dated").resolve("i");
            BuildOptions build = seed % 3 == 0 ? BUILD.duplicates(Duplicates.ALIAS) : BUILD;
            RandomCorpus.index(index, SCHEME, corpus, dates::get, build);
            Measure measure = List.of(Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.SHARED)
                    .get(seed % 4 % 3);
            double minScore = measure == Measure.SHARED ? 30 : 0.1 + seed % 5 * 0.1;
            for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
                ClusterOptions stored = options(link, measure, minScore, 1 + seed % 3)
                        .representative(ClusterOptions.Representative.values()[seed / 3 % 3]);
                ClusterOptions given = stored.dates(dates::get);
                ClusterOptions options = seed % 2 == 0 ? stored : given;
                List<String> expected = new SlowClusters(corpus, SCHEME, given).lines();
                assertEquals(expected, clusters(index, options), options + " seed " + seed);
                assertEquals(expected, inLittleMemory(index, options), options + " in little memory, seed " + seed);
            }
        }
    }

    @Test
    void oldestDocumentsNeedDates() throws IOException {
        Path index = index(ClusterIndexes.corpus(1), SCHEME, BUILD);
        ClusterOptions oldest = ClusterOptions.DEFAULT.representative(ClusterOptions.Representative.OLDEST);
        assertReason(NotStoredException.Reason.DATE, "the option dates", () -> clusters(index, oldest));
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws IOException {
        Path index = index(ClusterIndexes.corpus(77), SCHEME, BUILD);
        for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
            List<String> one = clusters(index, options(link, Measure.WEIGHTED_RESEMBLANCE, 0.1, 1));
            assertTrue(one.size() > 4, one::toString);
            for (int threads : new int[] {2, 4}) {
                assertEquals(one, clusters(index, options(link, Measure.WEIGHTED_RESEMBLANCE, 0.1, threads)));
            }
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
            Path index = index(equal, SCHEME, BUILD.duplicates(duplicates));
            ClusterOptions options = ClusterOptions.DEFAULT.memory(ClusterOptions.MIN_MEMORY);
            try (Snapshot snapshot = Snapshot.open(index);
                    Clusters clusters = snapshot.clusters(options)) {
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
    void edgesAndCopiesConnectComponents() throws IOException {
        long copies = 0;
        for (int seed = 0; seed < 6; seed++) {
            Path index = index(ClusterIndexes.corpus(seed), SCHEME, BUILD);
            Measure measure = seed % 2 == 0 ? Measure.RESEMBLANCE : Measure.SHARED;
            // By SHARED, short documents do not reach the threshold even with their copies.
            double minScore = measure == Measure.SHARED ? 40 : 0.4;
            try (Snapshot snapshot = Snapshot.open(index);
                    Clusters clusters =
                            snapshot.clusters(options(ClusterOptions.Link.COMPONENTS, measure, minScore, 1))) {
                Map<String, Set<String>> componentOf = new HashMap<>();
                for (Iterator<Edge> all = clusters.edges(); all.hasNext(); ) {
                    join(componentOf, all.next());
                }
                for (Iterator<Edge> all = clusters.copies(); all.hasNext(); copies++) {
                    Edge copy = all.next();
                    assertTrue(copy.a().compareTo(copy.b()) < 0 && copy.score() >= minScore, copy::toString);
                    assertTrue(copy.clusterA() > 0 && copy.clusterA() == copy.clusterB(), copy::toString);
                    join(componentOf, copy);
                }
                Set<Set<String>> expected = new HashSet<>();
                while (clusters.hasNext()) {
                    Set<String> members = new HashSet<>();
                    clusters.next().forEach(member -> members.add(member.id()));
                    expected.add(members);
                }
                assertEquals(expected, new HashSet<>(componentOf.values()));
            }
        }
        assertTrue(copies > 0);
    }

    private static void join(Map<String, Set<String>> componentOf, Edge edge) {
        Set<String> both = new HashSet<>(componentOf.getOrDefault(edge.a(), Set.of(edge.a())));
        both.addAll(componentOf.getOrDefault(edge.b(), Set.of(edge.b())));
        both.forEach(id -> componentOf.put(id, both));
    }

    /** Every pair of two members is an edge of their cluster, and the copies of a document are joined to it. */
    @Test
    void edgesOfClustersAreThePairsWithinThem() throws IOException {
        for (int seed = 0; seed < 8; seed++) {
            Path index = index(ClusterIndexes.corpus(seed), SCHEME, BUILD);
            ClusterOptions.Link link = ClusterOptions.Link.values()[seed % 2];
            ClusterOptions options = options(link, Measure.RESEMBLANCE, 0.1, 1);
            try (Snapshot snapshot = Snapshot.open(index);
                    Clusters clusters = snapshot.clusters(options)) {
                List<Edge> expected = new ArrayList<>();
                for (Iterator<Edge> all = clusters.edges(); all.hasNext(); ) {
                    Edge edge = all.next();
                    if (edge.clusterA() > 0 && edge.clusterA() == edge.clusterB()) {
                        expected.add(edge);
                    }
                }
                List<Edge> found = new ArrayList<>();
                while (clusters.hasNext()) {
                    found.addAll(withoutCopies(clusters.next()));
                }
                assertEquals(expected.size(), found.size());
                assertEquals(new HashSet<>(expected), new HashSet<>(found));
                assertTrue(!found.isEmpty());
            }
        }
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
    void closedClustersCannotBeRead() throws IOException {
        Path index = index(ClusterIndexes.corpus(5), SCHEME, BUILD);
        try (Snapshot snapshot = Snapshot.open(index)) {
            Clusters clusters = snapshot.clusters(options(ClusterOptions.Link.STAR, Measure.RESEMBLANCE, 0.1, 1));
            Cluster first = clusters.next();
            snapshot.close();
            assertEquals(first.representative(), first.iterator().next().id(), "the snapshot is not needed any more");
            Iterator<Edge> edges = first.edges();
            clusters.close();
            clusters.close();
            assertThrows(IllegalStateException.class, edges::hasNext);
            assertThrows(IllegalStateException.class, first::edges);
            assertThrows(IllegalStateException.class, first::representative);
            assertThrows(IllegalStateException.class, clusters::all);
            assertThrows(IllegalStateException.class, clusters::edges);
        }
    }

    /** Makes clusters by comparing every document with every other. */
    private static final class SlowClusters {
        /** A document and those with the same fingerprint. */
        private static final class Unit {
            private final Fingerprint fingerprint;
            private final List<String> ids = new ArrayList<>();
            private double sum;
            private int direct;
            private Unit component = this;
            private Unit link;
            private double score;
            private Unit nearest;
            private double nearestScore;

            private Unit(Fingerprint fingerprint) {
                this.fingerprint = fingerprint;
            }

            private String id() {
                return ids.get(0);
            }

            /** The oldest document; of equal dates, the first. */
            private String oldest(ClusterOptions options, int size) {
                return ids.subList(0, size).stream()
                        .min(Comparator.comparing((String id) -> key(options, id))
                                .thenComparing(id -> id))
                        .orElseThrow();
            }

            private static Instant key(ClusterOptions options, String id) {
                return options.dates().flatMap(dates -> dates.apply(id)).orElse(Instant.MAX);
            }

            private Unit root() {
                return component == this ? this : component.root();
            }
        }

        private record Scored(Unit a, Unit b, double score) {}

        private final ClusterOptions options;
        private final List<Unit> units = new ArrayList<>();
        private final List<Scored> pairs = new ArrayList<>();

        SlowClusters(SortedMap<String, byte[]> corpus, Scheme scheme, ClusterOptions options) {
            this.options = options;
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            corpus.forEach(
                    (id, text) -> unit(fingerprinter.fingerprint(text)).ids.add(id));
            for (int i = 0; i < units.size(); i++) {
                for (int j = i + 1; j < units.size(); j++) {
                    add(units.get(i), units.get(j));
                    if (!options.measure().symmetric()) {
                        add(units.get(j), units.get(i));
                    }
                }
            }
            Comparator<Scored> best = Comparator.comparing(Scored::score).reversed();
            pairs.sort(best.thenComparing(p -> p.a.id()).thenComparing(p -> p.b.id()));
            pairs.forEach(this::link);
        }

        private Unit unit(Fingerprint fingerprint) {
            for (Unit unit : units) {
                if (fingerprint.size() > 0 && Arrays.equals(unit.fingerprint.toArray(), fingerprint.toArray())) {
                    return unit;
                }
            }
            units.add(new Unit(fingerprint));
            return units.get(units.size() - 1);
        }

        private void add(Unit a, Unit b) {
            double score = score(a, b);
            if (score >= options.minScore()) {
                pairs.add(new Scored(a, b, score));
            }
        }

        private double score(Unit a, Unit b) {
            return a.fingerprint.compare(b.fingerprint, options.measure());
        }

        private double either(Unit a, Unit b) {
            return a.fingerprint.shared(b.fingerprint) == 0 ? 0 : Math.max(score(a, b), score(b, a));
        }

        private double self(Unit unit) {
            return options.measure() == Measure.SHARED ? unit.fingerprint.size() : 1;
        }

        private int size(Unit unit) {
            return self(unit) >= options.minScore() ? unit.ids.size() : 1;
        }

        private void link(Scored pair) {
            toward(pair.a, pair.b, pair.score);
            if (options.measure().symmetric()) {
                toward(pair.b, pair.a, pair.score);
            }
            pair.a.root().component = pair.b.root();
        }

        private void toward(Unit a, Unit b, double score) {
            b.sum += size(a) * score;
            b.direct += size(a);
            if (a.nearest == null) {
                a.nearest = b;
                a.nearestScore = score;
            }
        }

        private Comparator<Unit> rank() {
            Comparator<Unit> longest = Comparator.comparingInt(u -> -u.fingerprint.size());
            Comparator<Unit> central = Comparator.comparingInt((Unit u) -> -u.direct - size(u))
                    .thenComparing(Comparator.comparingDouble((Unit u) -> u.sum).reversed());
            Comparator<Unit> usual = central.thenComparing(longest).thenComparing(Unit::id);
            return switch (options.representative()) {
                case CENTRAL -> usual;
                case LONGEST -> longest.thenComparing(central).thenComparing(Unit::id);
                case OLDEST ->
                    Comparator.comparing((Unit u) -> Unit.key(options, face(u))).thenComparing(usual);
            };
        }

        /** The document that represents a unit. */
        private String face(Unit unit) {
            return options.representative() == ClusterOptions.Representative.OLDEST
                    ? unit.oldest(options, size(unit))
                    : unit.id();
        }

        private boolean scores(Unit a, Unit b) {
            return a != b && pairs.stream().anyMatch(p -> p.a == a && p.b == b || symmetric() && p.a == b && p.b == a);
        }

        private boolean symmetric() {
            return options.measure().symmetric();
        }

        private List<Unit> ranked() {
            return units.stream()
                    .filter(u -> size(u) > 1 || pairs.stream().anyMatch(p -> p.a == u || p.b == u))
                    .sorted(rank())
                    .toList();
        }

        private Map<Unit, List<Unit>> stars() {
            List<Unit> ranked = ranked();
            for (int r = 0; r < ranked.size(); r++) {
                Unit representative = ranked.get(r);
                for (Unit other : ranked.subList(r + 1, ranked.size())) {
                    if (representative.link == null && other.link == null && scores(other, representative)) {
                        other.link = representative;
                    }
                }
            }
            Map<Unit, List<Unit>> stars = new HashMap<>();
            for (Unit unit : ranked) {
                if (unit.link != null) {
                    unit.link = ranked.stream()
                            .filter(u -> u.link == null && scores(unit, u))
                            .filter(u -> options.representative() != ClusterOptions.Representative.OLDEST
                                    || rank().compare(u, unit) < 0)
                            .max(Comparator.comparingDouble((Unit u) -> score(unit, u))
                                    .thenComparing(rank().reversed()))
                            .orElseThrow();
                    unit.score = score(unit, unit.link);
                }
            }
            for (Unit unit : ranked) {
                stars.computeIfAbsent(unit.link == null ? unit : unit.link, any -> new ArrayList<>())
                        .add(unit);
            }
            return stars;
        }

        private Map<Unit, List<Unit>> components() {
            Map<Unit, Unit> first = new HashMap<>();
            Map<Unit, List<Unit>> components = new HashMap<>();
            for (Unit unit : ranked()) {
                Unit representative = first.computeIfAbsent(unit.root(), root -> unit);
                components
                        .computeIfAbsent(representative, any -> new ArrayList<>())
                        .add(unit);
            }
            return components;
        }

        /** A line for each cluster, and one for each member. */
        List<String> lines() {
            boolean star = options.link() == ClusterOptions.Link.STAR;
            Map<Unit, List<Unit>> clusters = star ? stars() : components();
            List<Unit> order = clusters.keySet().stream()
                    .filter(u -> documents(clusters.get(u)) > 1)
                    .sorted(Comparator.comparingInt((Unit u) -> -documents(clusters.get(u)))
                            .thenComparing(rank()))
                    .toList();
            List<String> lines = new ArrayList<>();
            for (Unit representative : order) {
                List<Unit> members = clusters.get(representative);
                lines.add(ClusterLines.cluster(
                        lines.stream().filter(l -> l.startsWith("cluster")).count() + 1,
                        documents(members),
                        face(representative),
                        members.stream()
                                .mapToDouble(u -> u == representative ? self(u) : score(u, representative))
                                .min()
                                .orElseThrow(),
                        leastPair(members),
                        chained(representative)));
                lines.add(ClusterLines.member(face(representative), self(representative), face(representative)));
                Map<String, String> others = new TreeMap<>();
                for (Unit unit : members) {
                    for (String id : unit.ids.subList(0, size(unit))) {
                        if (!id.equals(face(representative))) {
                            others.put(id, member(id, unit, representative, star));
                        }
                    }
                }
                lines.addAll(others.values());
            }
            return lines;
        }

        private String member(String id, Unit unit, Unit representative, boolean star) {
            if (star) {
                return unit == representative
                        ? ClusterLines.member(id, self(unit), face(representative))
                        : ClusterLines.member(id, unit.score, face(representative));
            }
            if (unit == representative) {
                return ClusterLines.member(id, self(unit), face(unit));
            }
            return id.equals(unit.id()) && unit.nearest != null
                    ? ClusterLines.member(id, unit.nearestScore, unit.nearest.id())
                    : ClusterLines.member(id, self(unit), unit.id());
        }

        private double leastPair(List<Unit> members) {
            double least = self(members.get(0));
            for (Unit a : members) {
                for (Unit b : members) {
                    least = a == b ? least : Math.min(least, either(a, b));
                }
            }
            return least;
        }

        private int chained(Unit representative) {
            int component = units.stream()
                    .filter(u -> u.root() == representative.root())
                    .mapToInt(this::size)
                    .sum();
            return component - size(representative) - representative.direct;
        }

        private int documents(List<Unit> of) {
            return of.stream().mapToInt(this::size).sum();
        }
    }

    /** Collections for tests of clusters. */
    static final class ClusterIndexes {
        private ClusterIndexes() {}

        /** Random documents that share passages, some of them equal. */
        static SortedMap<String, byte[]> corpus(long seed) {
            Random random = new Random(seed);
            List<byte[]> texts = new ArrayList<>(
                    RandomCorpus.of(seed, 2 + random.nextInt(50), 260).values());
            SortedMap<String, byte[]> corpus = new TreeMap<>();
            for (int i = 0; i < texts.size(); i++) {
                int text = random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i;
                corpus.put(String.format("d%03d", i), texts.get(text));
            }
            return corpus;
        }
    }
}
