package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.hash.ChunkHash;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparisons without an index, checked against sets that follow the definitions and use no selection strategy, and
 * against the answers of an index.
 */
class CompareTest {
    private static final Scheme DEFAULT = Scheme.builder().build();
    private static final String A = words(1, 500) + " " + words(2, 300);
    private static final String B = words(1, 500) + " " + words(3, 2_000);

    @TempDir
    Path directory;

    private static String words(long seed, int count) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(random.nextInt(1 << 20), 36))
                .collect(Collectors.joining(" "));
    }

    private static double compare(Scheme scheme, Measure measure) {
        return Fingerprinter.of(scheme).compare(A, B, measure);
    }

    private static Set<Long> allMinutiae(String text) {
        Set<Long> minutiae = new HashSet<>();
        for (long minutia : Fingerprinter.of(DEFAULT).fingerprint(text).toArray()) {
            minutiae.add(minutia);
        }
        return minutiae;
    }

    private static Set<Long> intersection(Set<Long> a, Set<Long> b) {
        Set<Long> both = new HashSet<>(a);
        both.retainAll(b);
        return both;
    }

    @Test
    void setsAreCounted() {
        assertEquals(497, compare(DEFAULT, Measure.SHARED));
        assertEquals(497.0 / (797 + 2_497 - 497), compare(DEFAULT, Measure.RESEMBLANCE));
        assertEquals(497.0 / 797, compare(DEFAULT, Measure.CONTAINMENT));
        assertEquals(100 * 497.0 / 797, compare(DEFAULT, Measure.PERCENT));
        assertEquals(497.0 / 2_497, compare(DEFAULT, Measure.CONTAINED));
    }

    @Test
    void bytesAndStringsGiveTheSame() {
        Fingerprinter fingerprinter = Fingerprinter.of(DEFAULT);
        byte[] a = A.getBytes(StandardCharsets.UTF_8);
        byte[] b = B.getBytes(StandardCharsets.UTF_8);
        assertEquals(
                fingerprinter.compare(A, B, Measure.RESEMBLANCE), fingerprinter.compare(a, b, Measure.RESEMBLANCE));
    }

    /** A text that is shorter than a chunk is one chunk, so it matches exactly the texts of the same words. */
    @Test
    void textsShorterThanAChunkEqualOnlyThemselves() {
        Chunking.Order[] orders = Chunking.Order.values();
        for (Chunking.Order order : orders) {
            for (int step : new int[] {1, 2, 4, 9}) {
                Fingerprinter fingerprinter = Fingerprinter.of(
                        Scheme.builder().step(step).order(order).build());
                assertEquals(1, fingerprinter.compare("Two words", "two, WORDS!", Measure.RESEMBLANCE));
                assertEquals(0, fingerprinter.compare("two words", "three words", Measure.RESEMBLANCE));
                assertEquals(0, fingerprinter.compare("two words", "two words and three more", Measure.RESEMBLANCE));
            }
        }
        Fingerprinter winnowing =
                Fingerprinter.of(Preset.NEAR_DUPLICATES.scheme().build());
        assertEquals(1, winnowing.compare("two words", "two words", Measure.CONTAINMENT));
        assertEquals(0, winnowing.compare("two words", "two other words", Measure.CONTAINMENT));
    }

    @Test
    void textsWithoutMinutiaeScoreZero() {
        for (Measure measure : Measure.values()) {
            if (!measure.weighted()) {
                assertEquals(0, Fingerprinter.of(DEFAULT).compare("too short", "", measure));
            }
        }
    }

    /** BGMZ 3: |MIN_s(A ∪ B) ∩ MIN_s(A) ∩ MIN_s(B)| ÷ |MIN_s(A ∪ B)|. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 100_000})
    void sketchesEstimateResemblance(int s) {
        Scheme scheme = DEFAULT.withSelection(new Selection("min-s", Map.of("s", Integer.toString(s))));
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        Set<Long> union = new HashSet<>(allMinutiae(A));
        union.addAll(allMinutiae(B));
        TreeSet<Long> smallest = new TreeSet<>(Long::compareUnsigned);
        union.forEach(minutia -> smallest.add(hash.order(minutia)));
        Set<Long> sketch = new HashSet<>();
        while (sketch.size() < s && !smallest.isEmpty()) {
            sketch.add(smallest.pollFirst());
        }
        Set<Long> both = new HashSet<>();
        intersection(allMinutiae(A), allMinutiae(B)).forEach(minutia -> both.add(hash.order(minutia)));
        assertEquals((double) intersection(sketch, both).size() / sketch.size(), compare(scheme, Measure.RESEMBLANCE));
    }

    /** BGMZ 3, V_i: 800 words have level 3 and 2,500 words have level 4, so the texts are compared modulo 16. */
    @Test
    void levelsAreComparedAtTheLargerModulus() {
        Scheme scheme = DEFAULT.withSelection(Selection.of("mod-by-size"));
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        Set<Long> a = allMinutiae(A);
        Set<Long> b = allMinutiae(B);
        a.removeIf(minutia -> Long.remainderUnsigned(hash.order(minutia), 16) != 0);
        b.removeIf(minutia -> Long.remainderUnsigned(hash.order(minutia), 16) != 0);
        long shared = intersection(a, b).size();
        assertTrue(shared > 0);
        assertEquals(shared, compare(scheme, Measure.SHARED));
        assertEquals((double) shared / a.size(), compare(scheme, Measure.CONTAINMENT));
        assertEquals((double) shared / (a.size() + b.size() - shared), compare(scheme, Measure.RESEMBLANCE));
    }

    @Test
    void measuresThatNeedACollectionAreRefused() {
        Scheme scheme = Scheme.builder().granularity(1).frequencies(true).build();
        for (Measure measure : Measure.values()) {
            if (measure.weighted()) {
                SchemeException e = assertReason(SchemeException.Reason.MEASURE, () -> compare(scheme, measure));
                assertTrue(e.getMessage().contains(measure.label()), e.getMessage());
            }
        }
    }

    @Test
    void measuresThatTheStrategyDoesNotAllowAreRefused() {
        Scheme scheme = DEFAULT.withSelection(Selection.of("min-s"));
        for (Measure measure : List.of(Measure.PERCENT, Measure.CONTAINMENT, Measure.CONTAINED)) {
            assertFalse(measure.isSupportedBy(Fingerprinter.of(scheme).scheme()));
            assertReason(SchemeException.Reason.MEASURE, () -> compare(scheme, measure));
        }
    }

    @Test
    void fingerprintsOfDifferentSchemesAreRefused() {
        Fingerprint a = Fingerprinter.of(DEFAULT).fingerprint(A);
        Fingerprint b = Fingerprinter.of(DEFAULT.toBuilder().bits(41).build()).fingerprint(B);
        assertReason(SchemeException.Reason.MISMATCH, () -> a.compare(b, Measure.SHARED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod:m=5", "mod-by-size", "min-s:s=20", "winnowing"})
    void anIndexGivesTheSameFigures(String selection) throws IOException {
        String[] parts = selection.split("[:=]");
        Scheme scheme = Scheme.builder()
                .granularity(2)
                .selection(parts[0], parts.length == 1 ? Map.of() : Map.of(parts[1], parts[2]))
                .build();
        Map<String, byte[]> corpus = RandomCorpus.of(7, 15, 600);
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Path index = directory.resolve("index");
        RandomCorpus.index(index, scheme, corpus, BuildOptions.DEFAULT);
        QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
        try (Snapshot snapshot = Snapshot.open(index)) {
            int matches = 0;
            for (byte[] text : corpus.values()) {
                Fingerprint a = fingerprinter.fingerprint(text);
                for (Match match : snapshot.query(text, options).matches()) {
                    Fingerprint b = fingerprinter.fingerprint(corpus.get(match.id()));
                    assertEquals(match.shared(), a.compare(b, Measure.SHARED));
                    assertFigure(match.resemblance(), a, b, Measure.RESEMBLANCE);
                    assertFigure(match.percent(), a, b, Measure.PERCENT);
                    assertFigure(match.containment(), a, b, Measure.CONTAINMENT);
                    assertFigure(match.contained(), a, b, Measure.CONTAINED);
                    matches++;
                }
            }
            assertTrue(matches >= corpus.size() - 2, matches + " matches");
        }
    }

    private static void assertFigure(OptionalDouble expected, Fingerprint a, Fingerprint b, Measure measure) {
        assertEquals(expected.isPresent(), measure.isSupportedBy(a.scheme()), measure.label());
        if (expected.isPresent()) {
            assertEquals(expected.getAsDouble(), a.compare(b, measure), measure.label());
        }
    }
}
