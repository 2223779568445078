package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.DiskSpaceException;
import io.whorl.LongForm;
import io.whorl.SlowIndex;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairSearch;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the search for pairs in little memory with a comparison of all fingerprints. */
class PairMemoryTest {
    private static final List<Scheme> SCHEMES = List.of(
            Scheme.builder().build(),
            Scheme.builder().granularity(2).frequencies(true).build(),
            Scheme.builder()
                    .granularity(1)
                    .selection("mod", Map.of("m", "5"))
                    .bits(64)
                    .build(),
            Scheme.builder().granularity(2).selection("mod-by-size", Map.of()).build(),
            Scheme.builder()
                    .granularity(2)
                    .selection("min-s", Map.of("s", "30"))
                    .build());
    private static final PairMemory NONE = new PairMemory(0, 1, 1, 1, 0);

    @TempDir
    private Path directory;

    private static Pairs pairs(Segment segment, PairsOptions options, PairMemory memory) {
        ScratchSpace scratch = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")));
        return new Pairs(new PairSearch(segment, options.request(), memory, scratch, done -> {}).run());
    }

    private static PairMemory shares(PairsOptions options) {
        return PairMemory.of(
                options.memory(), options.threads(), options.measure().weighted());
    }

    private static Measure measure(SlowSearch model, long seed) {
        List<Measure> measures = SlowSearch.measures(model.scheme()).stream()
                .filter(PairsOptions::supports)
                .toList();
        return measures.get((int) Long.remainderUnsigned(seed, measures.size()));
    }

    @Property(tries = 12)
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
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, 1, 0, 0, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            PairMemory memory = new PairMemory(arrays, places, counters, held, 0);
            Measure measure = measure(model, seed);
            double least = seed % 2 == 0 ? 0 : measure == Measure.SHARED ? 20 : 0.2;
            for (long top : new long[] {1, 7, 60, PairsOptions.ALL}) {
                PairsOptions options = TestOptions.pairs(measure, least, top, 6, 3);
                assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, memory)), options::toString);
            }
            PairsOptions options = TestOptions.pairs(measure, least, PairsOptions.ALL, 6, 1);
            assertEquals(model.pairs(options), FoundPairs.of(pairs(r.single, options, NONE)), options::toString);
        }
    }

    /** RankingTest checks the weights; this checks that they do not depend on the memory. */
    @Property(tries = 10)
    void weightsDoNotDependOnMemory(@ForAll @IntRange(max = 2) int scheme, @ForAll long seed, @ForAll boolean aliased)
            throws IOException {
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, 1, 0, 0, aliased ? 80 : 0)) {
            for (Measure measure : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.WEIGHTED_CONTAINMENT)) {
                PairsOptions options = TestOptions.pairs(measure, 0.1, PairsOptions.ALL, 6, 2);
                assertEquals(
                        FoundPairs.of(pairs(r.single, options, shares(options))),
                        FoundPairs.of(pairs(r.single, options, new PairMemory(0, 7, 5, 3, 0))),
                        options::toString);
            }
        }
    }

    @Property(tries = 25)
    void familiesRepresentAllTheirPairs(
            @ForAll @IntRange(max = 4) int scheme, @ForAll long seed, @ForAll boolean aliased) throws IOException {
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, 1, 0, 0, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            Measure measure = measure(model, seed);
            for (long maxDf : new long[] {4, 1_000}) {
                PairsOptions options = TestOptions.pairs(measure, 0, PairsOptions.ALL, maxDf, 2);
                try (Pairs found =
                        pairs(r.single, options.toBuilder().expanded(false).build(), shares(options))) {
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
        try (RandomParts r = new RandomParts(SCHEMES.get(2), 21, 1, 0, 0)) {
            PairsOptions options = TestOptions.pairs(Measure.RESEMBLANCE, 0, PairsOptions.ALL, 1_000, 1);
            assertTrue(FoundPairs.of(pairs(r.single, options, NONE)).pairs().size() > 1);
            for (PairMemory spilling : List.of(new PairMemory(1 << 20, 100, 100, 1, 0), NONE)) {
                // A new one each time, because it does not check the disk at every call.
                ScratchSpace full = new ScratchSpace(directory, 1L << 60);
                assertThrows(
                        DiskSpaceException.class,
                        () -> new PairSearch(r.single, options.request(), spilling, full, done -> {}).run());
            }
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void progressReachesTheEndAndAClosedResultIsEmpty() throws IOException {
        try (RandomParts r = new RandomParts(SCHEMES.get(0), 6, 1, 0, 0)) {
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
}
