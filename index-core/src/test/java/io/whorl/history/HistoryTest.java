package io.whorl.history;

import static io.whorl.RandomCorpus.words;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.history.Changes.Change;
import io.whorl.history.History.Version;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.score.TermWeights;
import io.whorl.testing.LongForm;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares histories with a comparison of fingerprints, for indexes with texts, with fingerprints, and without; and
 * changes with a comparison of all fingerprints, and with changes that the test makes.
 */
class HistoryTest {
    private static final Scheme SCHEME = Schemes.of("granularity=2");

    private static final BuildOptions BUILD = BuildOptions.DEFAULT.threads(1);

    @TempDir
    private Path directory;

    private final SortedMap<String, byte[]> corpus = new TreeMap<>();
    private final Map<String, Optional<Instant>> dates = new HashMap<>();
    private final Map<String, Fingerprint> fingerprints = new HashMap<>();

    private void fill(int seed) {
        Random random = new Random(seed);
        corpus.clear();
        fingerprints.clear();
        corpus.putAll(RandomCorpus.copied(seed, 30, 200));
        corpus.put("d000", new byte[0]);
        corpus.put("d001", new byte[0]);
        for (String id : corpus.keySet()) {
            Instant date = Instant.ofEpochSecond(random.nextInt(12) * 86_400L);
            dates.put(id, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(date));
        }
    }

    /** What an index stores. */
    private enum Stored {
        NOTHING,
        TEXTS,
        FINGERPRINTS
    }

    private Path index(Stored stored, boolean aliased) throws IOException {
        BuildOptions options = BUILD.storeText(stored == Stored.TEXTS)
                .storeFingerprints(stored == Stored.FINGERPRINTS)
                .duplicates(aliased ? Duplicates.ALIAS : Duplicates.IGNORE);
        return RandomCorpus.indexIn(directory, SCHEME, RandomCorpus.documents(corpus, dates::get), options);
    }

    private static List<String> ids(List<Version> versions) {
        return versions.stream().map(Version::id).toList();
    }

    private Fingerprint fingerprint(String id) {
        return fingerprints.computeIfAbsent(id, i -> Fingerprinter.of(SCHEME).fingerprint(corpus.get(i)));
    }

    private History slow(String id, SimilarityOptions options) {
        TreeSet<String> found = new TreeSet<>(List.of(id));
        List<String> outermost = List.of(id);
        while (!outermost.isEmpty()) {
            List<String> next = new ArrayList<>();
            for (String from : outermost) {
                for (String to : corpus.keySet()) {
                    Fingerprint a = fingerprint(from);
                    Fingerprint b = fingerprint(to);
                    boolean scores = a.shared(b) > 0 && a.compare(b, options.measure()) >= options.minScore();
                    if (scores && found.add(to)) {
                        next.add(to);
                    }
                }
            }
            outermost = options.link() == SimilarityOptions.Link.STAR ? List.of() : next;
        }
        Map<Boolean, List<String>> byDate = found.stream()
                .collect(Collectors.partitioningBy(i -> dates.get(i).isPresent()));
        Comparator<String> older = Comparator.comparing(i -> dates.get(i).orElseThrow());
        List<String> dated = byDate.get(true).stream().sorted(older).toList();
        return new History(
                dated.stream()
                        .map(i -> version(
                                id,
                                i,
                                dated.stream()
                                        .filter(d -> older.compare(d, i) < 0)
                                        .reduce((first, last) -> last)))
                        .toList(),
                byDate.get(false).stream()
                        .map(i -> version(id, i, Optional.empty()))
                        .toList(),
                true);
    }

    private Version version(String document, String id, Optional<String> before) {
        Fingerprint f = fingerprint(id);
        return new Version(
                id,
                dates.get(id),
                f.words(),
                f.size(),
                document.equals(id) ? 1 : fingerprint(document).compare(f, Measure.RESEMBLANCE),
                before.map(b -> new Pair(
                        b,
                        id,
                        fingerprint(b).compare(f, Measure.RESEMBLANCE),
                        fingerprint(b).shared(f),
                        OptionalDouble.of(fingerprint(b).compare(f, Measure.RESEMBLANCE)),
                        OptionalDouble.of(fingerprint(b).compare(f, Measure.CONTAINMENT)),
                        OptionalDouble.of(fingerprint(b).compare(f, Measure.CONTAINED)),
                        Optional.empty())));
    }

    @Test
    void historiesAreThoseOfAComparisonOfFingerprints() throws IOException {
        for (int seed = 0; seed < LongForm.of(6, 100); seed++) {
            fill(seed);
            SimilarityOptions options = SimilarityOptions.HISTORY
                    .link(SimilarityOptions.Link.values()[seed % 2])
                    .measure(List.of(Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.SHARED)
                            .get(seed % 3))
                    .minScore(seed % 3 == 2 ? 40 : 0.15 + seed % 4 * 0.1)
                    .maxDf(SimilarityOptions.NO_LIMIT);
            for (Stored stored : Stored.values()) {
                try (Snapshot snapshot = Snapshot.open(index(stored, seed % 4 == 3))) {
                    for (String id : corpus.keySet()) {
                        assertEquals(
                                Optional.of(slow(id, options)),
                                snapshot.history(id, options),
                                id + ", seed " + seed + ", " + stored);
                    }
                }
            }
        }
    }

    @Test
    void versionsOfEqualDatesAreInTheOrderOfTheirIds() throws IOException {
        String text = "a text of a dozen words that several documents of this small test share";
        for (String id : List.of("c", "a", "b", "d")) {
            corpus.put(id, RandomCorpus.utf8(text));
            dates.put(id, id.equals("d") ? Optional.empty() : Optional.of(Instant.EPOCH));
        }
        try (Snapshot snapshot = Snapshot.open(index(Stored.NOTHING, false))) {
            History history = snapshot.history("b", SimilarityOptions.HISTORY).orElseThrow();
            assertEquals(List.of("a", "b", "c"), ids(history.versions()));
            assertTrue(history.versions().stream().allMatch(v -> v.kept().isEmpty()), "none is before another");
            assertEquals(List.of("d"), ids(history.undated()));
            assertTrue(history.complete());
            History given = snapshot.history(
                            "b",
                            SimilarityOptions.HISTORY.dates(id -> Optional.of(Instant.ofEpochSecond(-id.charAt(0)))))
                    .orElseThrow();
            assertEquals(List.of("d", "c", "b", "a"), ids(given.versions()));
            History two = snapshot.history(
                            "b",
                            SimilarityOptions.HISTORY.dates(
                                    id -> Optional.of(Instant.ofEpochSecond("ab".contains(id) ? 1 : 2))))
                    .orElseThrow();
            assertEquals(
                    List.of("a -", "b -", "c b", "d b"),
                    two.versions().stream()
                            .map(v -> v.id() + " " + v.kept().map(Pair::a).orElse("-"))
                            .toList());
            History cut =
                    snapshot.history("b", SimilarityOptions.HISTORY.top(2)).orElseThrow();
            assertEquals(2, cut.versions().size() + cut.undated().size());
            assertFalse(cut.complete());
            assertEquals(Optional.empty(), snapshot.history("unknown", SimilarityOptions.HISTORY));
        }
    }

    @Test
    void closingDoesNotDisturbARunningHistory() throws IOException {
        corpus.put("a", RandomCorpus.utf8("one two three four five six seven"));
        corpus.put("b", RandomCorpus.utf8("one two three four five six eight"));
        dates.put("a", Optional.empty());
        dates.put("b", Optional.empty());
        for (Stored stored : Stored.values()) {
            Snapshot snapshot = Snapshot.open(index(stored, false));
            SimilarityOptions options = SimilarityOptions.HISTORY.dates(id -> {
                snapshot.close();
                return Optional.empty();
            });
            History history = snapshot.history("a", options).orElseThrow();
            assertEquals(List.of("a", "b"), ids(history.undated()));
            assertThrows(IllegalStateException.class, () -> snapshot.history("a", options));
        }
    }

    @Test
    void littleMemoryDoesNotChangeAHistory() throws IOException {
        // More minutiae than fit at a time.
        String words = new Random(1).ints(30_000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        for (int i = 0; i < 5; i++) {
            corpus.put("v" + i, RandomCorpus.utf8(words + (" end " + i).repeat(100 * i)));
            dates.put("v" + i, Optional.of(Instant.ofEpochSecond(i * 86_400L)));
        }
        for (Stored stored : Stored.values()) {
            try (Snapshot snapshot = Snapshot.open(index(stored, false))) {
                Optional<History> expected = snapshot.history("v2", SimilarityOptions.HISTORY);
                assertEquals(5, expected.orElseThrow().versions().size());
                assertEquals(expected, snapshot.history("v2", SimilarityOptions.HISTORY.memory(8 << 20)));
            }
        }
    }

    // The changes between two indexes.

    private static final List<Measure> MEASURES = List.of(
            Measure.WEIGHTED_CONTAINMENT,
            Measure.RESEMBLANCE,
            Measure.CONTAINMENT,
            Measure.SHARED,
            Measure.WEIGHTED_RESEMBLANCE);

    private Path index(SortedMap<String, byte[]> corpus, Scheme scheme, boolean aliased) throws IOException {
        BuildOptions options = BUILD.duplicates(aliased ? Duplicates.ALIAS : Duplicates.IGNORE);
        return RandomCorpus.indexIn(directory, scheme, corpus, options);
    }

    private static List<Change> changes(Path old, Path young, SimilarityOptions options) throws IOException {
        try (Snapshot before = Snapshot.open(old);
                Snapshot after = Snapshot.open(young);
                Changes changes = before.changes(after, options)) {
            List<Change> all = new ArrayList<>();
            changes.forEachRemaining(all::add);
            Map<Change.Kind, Long> counts = new EnumMap<>(Change.Kind.class);
            for (Change.Kind kind : Change.Kind.values()) {
                counts.put(kind, changes.count(kind));
                if (kind != Change.Kind.SAME || options.unchanged()) {
                    assertEquals(
                            all.stream().filter(c -> c.kind() == kind).count(), changes.count(kind), kind::toString);
                }
            }
            long both = counts.get(Change.Kind.SAME) + counts.get(Change.Kind.CHANGED);
            assertEquals(both + counts.get(Change.Kind.MOVED) + counts.get(Change.Kind.GONE), changes.olderDocuments());
            assertEquals(
                    both + counts.get(Change.Kind.NEW) + counts.get(Change.Kind.COPIED) + changes.arrived(),
                    changes.newerDocuments());
            assertThrows(NoSuchElementException.class, changes::next);
            return all;
        }
    }

    /** Documents of which some are equal, empty, renamed, changed, copied, gone or new in the other collection. */
    private static List<SortedMap<String, byte[]>> collections(int seed) {
        Random random = new Random(seed);
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(seed, 4 + random.nextInt(40), 150).values());
        SortedMap<String, byte[]> old = new TreeMap<>();
        SortedMap<String, byte[]> young = new TreeMap<>();
        for (int i = 0; i < texts.size(); i++) {
            byte[] text = texts.get(random.nextInt(5) == 0 ? random.nextInt(texts.size()) : i);
            String id = String.format("d%03d", i);
            int fate = random.nextInt(6);
            if (fate != 0) {
                old.put(id, text);
            }
            if (fate < 2) {
                young.put(String.format("e%03d", random.nextInt(60)), cut(text, random));
            } else if (fate < 5) {
                young.put(id, fate == 2 ? cut(text, random) : text);
            }
        }
        return List.of(old, young);
    }

    private static byte[] cut(byte[] text, Random random) {
        return Arrays.copyOf(text, text.length - random.nextInt(text.length / 2 + 1));
    }

    @Test
    void changesAreThoseOfAComparisonOfAllDocuments() throws IOException {
        for (int seed = 0; seed < LongForm.of(6, 200); seed++) {
            List<SortedMap<String, byte[]>> both = collections(seed);
            boolean aliased = seed % 3 == 1;
            Measure measure = MEASURES.get(seed % 5);
            SimilarityOptions options = SimilarityOptions.CHANGES
                    .measure(measure)
                    .minScore(measure == Measure.SHARED ? 20 : 0.1 + seed % 4 * 0.2)
                    .maxDf(seed % 2 == 0 ? SimilarityOptions.NO_LIMIT : 3)
                    .threads(1 + seed % 2)
                    .memory(SimilarityOptions.MIN_MEMORY)
                    .unchanged(seed % 4 > 0);
            List<Change> expected = new SlowChanges(both.get(0), both.get(1), aliased, options).changes();
            Path old = index(both.get(0), SCHEME, aliased);
            Path young = index(both.get(1), SCHEME, aliased);
            assertEquals(expected, changes(old, young, options), options + ", seed " + seed);
            SimilarityOptions more = options.threads(4);
            assertEquals(expected, changes(old, young, more), more + ", seed " + seed);
            if (!aliased) {
                assertEquals(
                        expected, changes(old, live(both.get(1), seed), options), options + ", live, seed " + seed);
            }
        }
    }

    /** An index with documents in a segment and in a log, and a deleted one. */
    private Path live(SortedMap<String, byte[]> corpus, int seed) throws IOException {
        Path index = directory.resolve("live" + seed);
        WriterOptions options =
                WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE).memory(16 << 20);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, options)) {
            writer.add("gone before", "some words that are deleted again");
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                writer.add(d.getKey(), d.getValue());
                if (d.getKey().endsWith("9")) {
                    writer.seal();
                }
            }
            writer.delete("gone before");
            writer.commit();
        }
        return index;
    }

    @Test
    void emptyIndexesAreCompared() throws IOException {
        SortedMap<String, byte[]> some = collections(3).get(0);
        Path full = index(some, SCHEME, false);
        Path built = index(new TreeMap<>(), SCHEME, false);
        Path created = directory.resolve("created");
        IndexWriter.create(created, SCHEME, WriterOptions.DEFAULT).close();
        for (Path empty : List.of(built, created)) {
            assertTrue(changes(full, empty, SimilarityOptions.CHANGES).stream()
                    .allMatch(c -> c.kind() == Change.Kind.GONE));
            assertEquals(
                    some.size(), changes(full, empty, SimilarityOptions.CHANGES).size());
            assertTrue(changes(empty, full, SimilarityOptions.CHANGES).stream()
                    .allMatch(c -> c.kind() == Change.Kind.NEW));
        }
        assertEquals(List.of(), changes(full, full, SimilarityOptions.CHANGES));
        assertEquals(List.of(), changes(built, created, SimilarityOptions.CHANGES));
    }

    @Test
    void indexesOfDifferentSchemesAreRefused() throws IOException {
        SortedMap<String, byte[]> some = collections(1).get(0);
        Path old = index(some, SCHEME, false);
        Path young = index(some, Schemes.of("granularity=3"), false);
        SchemeException e =
                assertReason(SchemeException.Reason.MISMATCH, () -> changes(old, young, SimilarityOptions.CHANGES));
        assertTrue(e.getMessage().contains(": granularity (2 and 3);"), e.getMessage());
        Path sketched = index(some, Schemes.of("selection=min-s"), false);
        assertReason(SchemeException.Reason.MEASURE, () -> changes(sketched, sketched, SimilarityOptions.CHANGES));
        SimilarityOptions resemblance = SimilarityOptions.CHANGES.measure(Measure.RESEMBLANCE);
        assertEquals(List.of(), changes(sketched, sketched, resemblance));
    }

    /** Compares every document of one collection with every document of another. */
    private static final class SlowChanges {
        /** A document of the other side that may be the source of one, and what decides between several. */
        private record Candidate(Pair pair, double alike, boolean wanted, String first) {
            private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingDouble(
                            (Candidate c) -> -c.pair.score())
                    .thenComparingDouble(c -> -c.alike)
                    .thenComparing(c -> !c.wanted)
                    .thenComparing(Candidate::first);
        }

        private final SimilarityOptions options;
        private final SlowIndex older;
        private final SlowIndex newer;

        SlowChanges(
                SortedMap<String, byte[]> old, SortedMap<String, byte[]> young, boolean aliased, SimilarityOptions of) {
            options = of;
            SlowIndex before = new SlowIndex(SCHEME, old, 0);
            SlowIndex after = new SlowIndex(SCHEME, young, 0);
            older = aliased ? before.sharing() : before;
            newer = aliased ? after.sharing() : after;
        }

        List<Change> changes() {
            List<Change> all = new ArrayList<>();
            Set<String> arrived = new HashSet<>();
            for (String id : older.documents.keySet()) {
                Change change = newer.documents.containsKey(id) ? same(id) : found(id, older, newer, true);
                if (change.kind() == Change.Kind.MOVED) {
                    arrived.add(change.found().orElseThrow().b());
                }
                all.add(change);
            }
            for (String id : newer.documents.keySet()) {
                if (!older.documents.containsKey(id) && !arrived.contains(id)) {
                    all.add(found(id, newer, older, false));
                }
            }
            all.removeIf(c -> c.kind() == Change.Kind.SAME && !options.unchanged());
            all.sort(Comparator.comparing(Change::id));
            return all;
        }

        private Change same(String id) {
            Fingerprint a = older.documents.get(id);
            Fingerprint b = newer.documents.get(id);
            boolean same = Arrays.equals(a.toArray(), b.toArray()) && a.words() == b.words();
            return same
                    ? new Change(Change.Kind.SAME, id, Optional.empty())
                    : new Change(Change.Kind.CHANGED, id, Optional.of(figures(id, id, older, newer, Long.MAX_VALUE)));
        }

        private Change found(String id, SlowIndex from, SlowIndex to, boolean old) {
            Optional<Candidate> best = to.documents.keySet().stream()
                    .map(to::family)
                    .distinct()
                    .map(family -> candidate(id, family, from, to))
                    .filter(c -> c.pair.shared() > 0 && c.pair.score() >= options.minScore())
                    .min(Candidate.BEST_FIRST);
            Change.Kind none = old ? Change.Kind.GONE : Change.Kind.NEW;
            Change.Kind some = old ? Change.Kind.MOVED : Change.Kind.COPIED;
            return new Change(best.isPresent() ? some : none, id, best.map(Candidate::pair));
        }

        private Candidate candidate(String id, List<String> family, SlowIndex from, SlowIndex to) {
            Optional<String> wanted =
                    family.stream().filter(i -> !from.documents.containsKey(i)).findFirst();
            String first = family.get(0);
            Pair pair = figures(id, wanted.orElse(first), from, to, options.maxDf());
            double alike = options.measure().weighted()
                    ? weighted(from.documents.get(id), to.documents.get(first), to, options.maxDf(), true)
                    : pair.resemblance().orElseThrow();
            return new Candidate(pair, alike, wanted.isPresent(), first);
        }

        private Pair figures(String id, String name, SlowIndex from, SlowIndex to, long maxDf) {
            Fingerprint a = from.documents.get(id);
            Fingerprint b = to.documents.get(name);
            long shared = shared(a, b, to, maxDf).count();
            double resemblance = ratio(shared, a.size() + b.size() - shared);
            double containment = ratio(shared, a.size());
            double score =
                    switch (options.measure()) {
                        case RESEMBLANCE -> resemblance;
                        case CONTAINMENT -> containment;
                        case SHARED -> shared;
                        default -> weighted(a, b, to, maxDf, options.measure() == Measure.WEIGHTED_RESEMBLANCE);
                    };
            return new Pair(
                    id,
                    name,
                    score,
                    shared,
                    OptionalDouble.of(resemblance),
                    OptionalDouble.of(containment),
                    OptionalDouble.of(ratio(shared, b.size())),
                    Optional.empty());
        }

        private static LongStream shared(Fingerprint a, Fingerprint b, SlowIndex to, long maxDf) {
            Set<Long> ofB = SlowSearch.set(b);
            return Arrays.stream(a.toArray()).filter(m -> ofB.contains(m) && holders(to, m) <= maxDf);
        }

        private double weighted(Fingerprint a, Fingerprint b, SlowIndex to, long maxDf, boolean symmetric) {
            long sum = shared(a, b, to, maxDf).map(this::weight).sum();
            long ofA = Arrays.stream(a.toArray()).map(this::weight).sum();
            long ofB = Arrays.stream(b.toArray()).map(this::weight).sum();
            return ratio(sum, symmetric ? ofA + ofB - sum : ofA);
        }

        private long weight(long minutia) {
            long documents = (long) older.documents.size() + newer.documents.size();
            return TermWeights.rarity(documents, (long) holders(older, minutia) + holders(newer, minutia));
        }

        private static int holders(SlowIndex in, long minutia) {
            return in.holders.getOrDefault(minutia, new TreeMap<>()).size();
        }

        private static double ratio(double part, double whole) {
            return whole == 0 ? 0 : part / whole;
        }
    }
}
