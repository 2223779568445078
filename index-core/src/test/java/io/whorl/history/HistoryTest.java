package io.whorl.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Pair;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.History.Version;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares histories with a comparison of fingerprints, for indexes with texts, with fingerprints, and without. */
class HistoryTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();

    @TempDir
    private Path directory;

    private final SortedMap<String, byte[]> corpus = new TreeMap<>();
    private final Map<String, Optional<Instant>> dates = new HashMap<>();
    private final Map<String, Fingerprint> fingerprints = new HashMap<>();

    private void fill(int seed) {
        Random random = new Random(seed);
        corpus.clear();
        fingerprints.clear();
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(seed, 3 + random.nextInt(30), 200).values());
        for (int i = 0; i < texts.size(); i++) {
            String id = String.format("d%03d", i);
            corpus.put(id, texts.get(random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i));
            dates.put(
                    id,
                    random.nextInt(4) == 0
                            ? Optional.empty()
                            : Optional.of(Instant.ofEpochSecond(random.nextInt(12) * 86_400L)));
        }
    }

    /** What an index stores. */
    private enum Stored {
        NOTHING,
        TEXTS,
        FINGERPRINTS
    }

    private Path index(Stored stored, boolean aliased) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        BuildOptions options = BuildOptions.DEFAULT
                .threads(1)
                .storeText(stored == Stored.TEXTS)
                .storeFingerprints(stored == Stored.FINGERPRINTS)
                .duplicates(aliased ? Duplicates.ALIAS : Duplicates.IGNORE);
        RandomCorpus.index(index, SCHEME, corpus, dates::get, options);
        return index;
    }

    private Fingerprint fingerprint(String id) {
        return fingerprints.computeIfAbsent(id, i -> Fingerprinter.of(SCHEME).fingerprint(corpus.get(i)));
    }

    private History slow(String id, HistoryOptions options) {
        TreeSet<String> found = new TreeSet<>(List.of(id));
        List<String> outermost = List.of(id);
        for (int round = 0; !outermost.isEmpty(); round++) {
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
            outermost = options.link() == ClusterOptions.Link.STAR ? List.of() : next;
        }
        List<String> dated = new ArrayList<>(found);
        dated.removeIf(i -> dates.get(i).isEmpty());
        dated.sort(Comparator.comparing(i -> dates.get(i).orElseThrow()));
        List<Version> versions = new ArrayList<>();
        for (int i = 0; i < dated.size(); i++) {
            Optional<Instant> date = dates.get(dated.get(i));
            List<String> earlier = dated.subList(0, i).stream()
                    .filter(d -> dates.get(d).orElseThrow().isBefore(date.orElseThrow()))
                    .toList();
            Optional<String> before =
                    earlier.isEmpty() ? Optional.empty() : Optional.of(earlier.get(earlier.size() - 1));
            versions.add(version(id, dated.get(i), before));
        }
        List<Version> undated = found.stream()
                .filter(i -> dates.get(i).isEmpty())
                .map(i -> version(id, i, Optional.empty()))
                .toList();
        return new History(versions, undated, true);
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
            HistoryOptions options = HistoryOptions.DEFAULT
                    .link(ClusterOptions.Link.values()[seed % 2])
                    .measure(List.of(Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.SHARED)
                            .get(seed % 3))
                    .minScore(seed % 3 == 2 ? 40 : 0.15 + seed % 4 * 0.1)
                    .maxDf(HistoryOptions.NO_LIMIT);
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
            History history = snapshot.history("b", HistoryOptions.DEFAULT).orElseThrow();
            assertEquals(
                    List.of("a", "b", "c"),
                    history.versions().stream().map(Version::id).toList());
            assertTrue(history.versions().stream().allMatch(v -> v.kept().isEmpty()), "none is before another");
            assertEquals(
                    List.of("d"), history.undated().stream().map(Version::id).toList());
            assertTrue(history.complete());
            History given = snapshot.history(
                            "b", HistoryOptions.DEFAULT.dates(id -> Optional.of(Instant.ofEpochSecond(-id.charAt(0)))))
                    .orElseThrow();
            assertEquals(
                    List.of("d", "c", "b", "a"),
                    given.versions().stream().map(Version::id).toList());
            History two = snapshot.history(
                            "b",
                            HistoryOptions.DEFAULT.dates(
                                    id -> Optional.of(Instant.ofEpochSecond("ab".contains(id) ? 1 : 2))))
                    .orElseThrow();
            assertEquals(
                    List.of("a -", "b -", "c b", "d b"),
                    two.versions().stream()
                            .map(v -> v.id() + " " + v.kept().map(Pair::a).orElse("-"))
                            .toList());
            History cut = snapshot.history("b", HistoryOptions.DEFAULT.most(2)).orElseThrow();
            assertEquals(2, cut.versions().size() + cut.undated().size());
            assertFalse(cut.complete());
            assertEquals(Optional.empty(), snapshot.history("unknown", HistoryOptions.DEFAULT));
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
            HistoryOptions options = HistoryOptions.DEFAULT.dates(id -> {
                snapshot.close();
                return Optional.empty();
            });
            History history = snapshot.history("a", options).orElseThrow();
            assertEquals(
                    List.of("a", "b"),
                    history.undated().stream().map(Version::id).toList());
            assertThrows(IllegalStateException.class, () -> snapshot.history("a", options));
        }
    }

    @Test
    void documentWithoutVersionsIsItsOwnHistory() throws IOException {
        corpus.put("alone", RandomCorpus.utf8("words that no other document has"));
        corpus.put("empty", new byte[0]);
        dates.put("alone", Optional.of(Instant.EPOCH));
        dates.put("empty", Optional.empty());
        for (Stored stored : Stored.values()) {
            try (Snapshot snapshot = Snapshot.open(index(stored, false))) {
                History alone =
                        snapshot.history("alone", HistoryOptions.DEFAULT).orElseThrow();
                assertEquals(
                        List.of("alone"),
                        alone.versions().stream().map(Version::id).toList());
                assertEquals(List.of(), alone.undated());
                History empty =
                        snapshot.history("empty", HistoryOptions.DEFAULT).orElseThrow();
                assertEquals(
                        List.of("empty"),
                        empty.undated().stream().map(Version::id).toList());
            }
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
                Optional<History> expected = snapshot.history("v2", HistoryOptions.DEFAULT);
                assertEquals(5, expected.orElseThrow().versions().size());
                assertEquals(expected, snapshot.history("v2", HistoryOptions.DEFAULT.memory(8 << 20)));
            }
        }
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        for (Runnable wrong : List.<Runnable>of(
                () -> HistoryOptions.DEFAULT.minScore(0).checked(),
                () -> HistoryOptions.DEFAULT.most(0),
                () -> HistoryOptions.DEFAULT
                        .measure(Measure.WEIGHTED_RESEMBLANCE)
                        .checked())) {
            assertThrows(IllegalArgumentException.class, wrong::run);
        }
    }
}
