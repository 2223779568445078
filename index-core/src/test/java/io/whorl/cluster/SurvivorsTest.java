package io.whorl.cluster;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.ClustersTest.ClusterIndexes;
import io.whorl.cluster.FoundPairs.Shares;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.cluster.Survivors.Dropped;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares survivors with a comparison of all fingerprints, in little and in enough memory. */
class SurvivorsTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final BuildOptions BUILD = BuildOptions.DEFAULT.threads(1);

    @TempDir
    private Path directory;

    private Path index(SortedMap<String, byte[]> corpus, Scheme scheme, BuildOptions options) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        RandomCorpus.index(index, scheme, corpus, options);
        return index;
    }

    private static List<String> lines(Survivors survivors) {
        List<String> lines = new ArrayList<>();
        try (survivors) {
            while (survivors.hasNext()) {
                Dropped d = survivors.next();
                lines.add(SlowSurvivors.line(d.drop(), d.keep(), d.cluster(), d.score()));
            }
        }
        assertEquals(lines.size(), survivors.figures().dropped());
        return lines;
    }

    private static DocumentKeys keys(Map<String, Long> keys) {
        return sink -> keys.forEach(sink::accept);
    }

    private static List<String> survivors(Path index, SurvivorOptions options, Map<String, Long> keys)
            throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            return lines(snapshot.survivors(options, keys(keys), Clusters.Progress.NONE));
        }
    }

    private List<String> inLittleMemory(Path index, SurvivorOptions options, Map<String, Long> keys)
            throws IOException {
        Segment segment = TestFiles.segment(index);
        return lines(new Survivors(
                segment,
                options.shares(Shares.LITTLE.memory()),
                keys(keys),
                new ScratchSpace(directory),
                Clusters.Progress.NONE));
    }

    /** Keys of two of three documents, some of them equal. */
    private static Map<String, Long> randomKeys(SortedMap<String, byte[]> corpus, int seed) {
        Map<String, Long> keys = new TreeMap<>();
        int i = 0;
        for (String id : corpus.keySet()) {
            i++;
            if (i % 3 != 0) {
                keys.put(id, i * 7_919L * (seed + 1) % 11 - 5);
            }
        }
        return keys;
    }

    @Test
    void survivorsAreThoseOfAComparisonOfAllDocuments() throws IOException {
        for (int seed = 0; seed < LongForm.of(12, 100); seed++) {
            SortedMap<String, byte[]> corpus = ClusterIndexes.corpus(seed);
            corpus.put("empty", new byte[0]);
            boolean aliased = seed % 2 == 0;
            Path index = index(corpus, SCHEME, aliased ? BUILD.duplicates(Duplicates.ALIAS) : BUILD);
            Measure measure = List.of(Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.SHARED)
                    .get(seed % 4 % 3);
            Map<String, Long> keys = randomKeys(corpus, seed);
            for (SurvivorOptions.Keep keep : SurvivorOptions.Keep.values()) {
                SurvivorOptions options = SurvivorOptions.DEFAULT
                        .keep(keep)
                        .measure(measure)
                        .minScore(measure == Measure.SHARED ? 30 : 0.1 + seed % 5 * 0.1)
                        .maxDf(ClusterOptions.NO_LIMIT)
                        .commonDf(ClusterOptions.NO_LIMIT)
                        .threads(1 + seed % 3)
                        .dates(id -> Optional.ofNullable(keys.get(id)).map(Instant::ofEpochMilli));
                List<String> expected = SlowSurvivors.lines(corpus, SCHEME, options, keys);
                assertEquals(expected, survivors(index, options, keys), options + " seed " + seed);
                assertEquals(expected, inLittleMemory(index, options, keys), options + " little memory, seed " + seed);
            }
        }
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
        SurvivorOptions options =
                SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.LEAST_KEY).measure(Measure.RESEMBLANCE);
        try (Snapshot snapshot = Snapshot.open(index(corpus, SCHEME, BUILD))) {
            Survivors survivors = snapshot.survivors(options, keys(keys), Clusters.Progress.NONE);
            assertEquals(
                    List.of(SlowSurvivors.line("a", "b", 1, 1), SlowSurvivors.line("c", "b", 1, 5 / 6.0)),
                    lines(survivors));
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
        Scheme sketches = Scheme.builder()
                .granularity(2)
                .selection("min-s", Map.of("s", "30"))
                .build();
        try (Snapshot snapshot = Snapshot.open(index(ClusterIndexes.corpus(1), sketches, BUILD))) {
            SurvivorOptions containment = SurvivorOptions.DEFAULT.measure(Measure.CONTAINMENT);
            assertReason(SchemeException.Reason.MEASURE, () -> snapshot.survivors(containment));
            SurvivorOptions byKey =
                    SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.LEAST_KEY).measure(Measure.RESEMBLANCE);
            assertThrows(IllegalArgumentException.class, () -> snapshot.survivors(byKey));
            IOException broken = new IOException("broken keys");
            UncheckedIOException thrown = assertThrows(
                    UncheckedIOException.class,
                    () -> snapshot.survivors(
                            byKey,
                            sink -> {
                                throw broken;
                            },
                            Clusters.Progress.NONE));
            assertEquals(broken, thrown.getCause());
        }
    }

    /** Decides by comparing each document with all survivors before it. */
    private static final class SlowSurvivors {
        private record Document(String id, Fingerprint fingerprint) {}

        private final SurvivorOptions options;

        private SlowSurvivors(SurvivorOptions options) {
            this.options = options;
        }

        /** The lines of {@link #line}, in the order of {@link Survivors}. */
        static List<String> lines(
                SortedMap<String, byte[]> corpus, Scheme scheme, SurvivorOptions options, Map<String, Long> keys) {
            return new SlowSurvivors(options).lines(corpus, scheme, keys);
        }

        static String line(String drop, String keep, long cluster, double score) {
            return cluster + ": " + drop + " for " + keep + " by " + score;
        }

        private List<String> lines(SortedMap<String, byte[]> corpus, Scheme scheme, Map<String, Long> keys) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            List<Document> order = new ArrayList<>();
            corpus.forEach((id, text) -> order.add(new Document(id, fingerprinter.fingerprint(text))));
            switch (options.keep()) {
                case FIRST -> order.sort(Comparator.comparing(Document::id));
                case LONGEST -> order.sort(Comparator.comparingLong((Document d) -> -d.fingerprint.words()));
                case LEAST_KEY, OLDEST ->
                    order.sort(Comparator.comparingLong((Document d) -> keys.getOrDefault(d.id, Long.MAX_VALUE)));
            }
            List<Document> survivors = new ArrayList<>();
            Map<Document, List<Document>> dropped = new HashMap<>();
            Map<Document, Document> keeps = new HashMap<>();
            for (Document d : order) {
                Optional<Document> equal = order.subList(0, order.indexOf(d)).stream()
                        .filter(e -> isJoined(d, e))
                        .findFirst();
                if (equal.isPresent()) {
                    Document keep = keeps.getOrDefault(equal.get(), equal.get());
                    dropped.computeIfAbsent(keep, any -> new ArrayList<>()).add(d);
                    continue;
                }
                Optional<Document> keep = survivors.stream()
                        .filter(s -> score(d, s) > 0 && score(d, s) >= options.minScore())
                        // The first of the best.
                        .reduce((a, b) -> score(d, b) > score(d, a) ? b : a);
                if (keep.isPresent()) {
                    dropped.computeIfAbsent(keep.get(), any -> new ArrayList<>())
                            .add(d);
                    keeps.put(d, keep.get());
                } else {
                    survivors.add(d);
                }
            }
            List<Document> clusters = new ArrayList<>(
                    survivors.stream().filter(dropped::containsKey).toList());
            clusters.sort(
                    Comparator.comparingInt((Document s) -> -dropped.get(s).size()));
            List<String> lines = new ArrayList<>();
            for (Document survivor : clusters) {
                long number = clusters.indexOf(survivor) + 1;
                dropped.get(survivor).stream()
                        .sorted(Comparator.comparing(Document::id))
                        .forEach(d -> lines.add(line(d.id, survivor.id, number, score(d, survivor))));
            }
            return lines;
        }

        /** Whether two documents have equal fingerprints and score enough. */
        private boolean isJoined(Document a, Document b) {
            return a.fingerprint.size() > 0
                    && Arrays.equals(a.fingerprint.toArray(), b.fingerprint.toArray())
                    && score(a, b) >= options.minScore();
        }

        private double score(Document drop, Document keep) {
            return drop.fingerprint.compare(keep.fingerprint, options.measure());
        }
    }
}
