package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.fingerprint.ChunkMatches.ChunkMatch;
import io.whorl.fingerprint.DefinitionsTest.Chunk;
import io.whorl.fingerprint.DefinitionsTest.Definitions;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Locations of shared chunks, checked against chunks of strings that are compared pair by pair. */
class ChunkMatchesTest {
    private static final Scheme PAIRS = Scheme.builder().granularity(2).build();

    /** A chunk has as many units as words, sentences or characters; chunks of single units have one. */
    private static int size(Chunking chunking, List<Chunk> chunks, int i, long units) {
        long start = chunks.get(i).firstUnit();
        if (chunking.breakpoints().isPresent()) {
            return (int) ((i + 1 < chunks.size() ? chunks.get(i + 1).firstUnit() : units) - start);
        }
        return (int) Math.min(chunking.granularity(), units - start);
    }

    @Property(tries = 250)
    void matchesAreAllPairsOfEqualChunks(
            @ForAll("recipes") String name, @ForAll("texts") String d, @ForAll("texts") String r) {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.recipes().get(name));
        Scheme scheme = fingerprinter.scheme();
        List<Chunk> inD = new Definitions(scheme, d).chunks;
        List<Chunk> inR = new Definitions(scheme, r).chunks;
        long units = fingerprinter.fingerprint(d).units();
        List<ChunkMatch> expected = new ArrayList<>();
        for (int i = 0; i < inD.size(); i++) {
            for (Chunk other : inR) {
                if (inD.get(i).minutia() == other.minutia()) {
                    expected.add(new ChunkMatch(
                            size(scheme.chunking(), inD, i, units),
                            (int) inD.get(i).firstUnit(),
                            (int) other.firstUnit()));
                }
            }
        }
        ChunkMatches found = fingerprinter.locate(d, r);
        assertEquals(expected, found.stream().toList());
        assertEquals(inD.size(), found.size());
        assertEquals(
                inD.stream()
                        .filter(c -> inR.stream().anyMatch(o -> o.minutia() == c.minutia()))
                        .count(),
                found.count());
        int ordered = longestCommonSubsequence(inD, inR);
        assertEquals(ordered, found.ordered());
        assertEquals(inD.size(), fingerprinter.locate(d, d).count());
        for (int k = 0; k <= found.count(); k++) {
            double phi = inD.isEmpty() ? 0 : (double) k / inD.size();
            assertEquals(found.count() > k, found.matches(k));
            assertEquals(found.count() > phi * inD.size(), found.matchRatio(phi));
            assertEquals(ordered > k, found.orderedMatches(k));
        }
    }

    /** The first place of each minutia is the one that a trace shows. */
    @Property(tries = 150)
    void selectedChunksAreThoseOfATrace(
            @ForAll("selections") String name, @ForAll("texts") String d, @ForAll("texts") String r) {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.selections().get(name));
        Map<Long, TracedMinutia> inR = fingerprinter.trace(Fingerprinter.utf8(r)).stream()
                .collect(Collectors.toMap(TracedMinutia::minutia, t -> t));
        List<ChunkMatch> first = fingerprinter.trace(Fingerprinter.utf8(d)).stream()
                .filter(t -> inR.containsKey(t.minutia()))
                .map(t -> new ChunkMatch(t.text().split(" ").length, (int) t.offset(), (int)
                        inR.get(t.minutia()).offset()))
                .toList();
        ChunkMatches found = fingerprinter.locate(d, r);
        List<ChunkMatch> all = found.stream().toList();
        assertTrue(all.containsAll(first), () -> all + " has not all of " + first);
        int shared = fingerprinter.fingerprint(d).shared(fingerprinter.fingerprint(r));
        assertEquals(first.size(), shared);
        assertTrue(found.count() >= shared);
        assertTrue(found.ordered() <= found.count());
    }

    @Provide
    Arbitrary<String> recipes() {
        return Arbitraries.of(Schemes.recipes().keySet());
    }

    @Provide
    Arbitrary<String> selections() {
        return Arbitraries.of(Schemes.selections().keySet().stream()
                .filter(name -> !name.equals("min-s") && !name.equals("mod-by-size"))
                .toList());
    }

    @Provide
    Arbitrary<String> texts() {
        return Texts.any();
    }

    private static int longestCommonSubsequence(List<Chunk> a, List<Chunk> b) {
        int[][] length = new int[a.size() + 1][b.size() + 1];
        for (int i = 1; i <= a.size(); i++) {
            for (int j = 1; j <= b.size(); j++) {
                length[i][j] = a.get(i - 1).minutia() == b.get(j - 1).minutia()
                        ? length[i - 1][j - 1] + 1
                        : Math.max(length[i - 1][j], length[i][j - 1]);
            }
        }
        return length[a.size()][b.size()];
    }

    @Test
    void theMatchesOfAMillionEqualPairsAreReadOneByOne() {
        String text = "word ".repeat(20_000);
        ChunkMatches found = Fingerprinter.of(PAIRS).locate(text, text);
        assertEquals(new ChunkMatch(2, 0, 3), found.stream().skip(3).findFirst().orElseThrow());
        assertEquals(19_999, found.ordered());
    }

    @Test
    void wrongThresholdsAreRefusedByName() {
        ChunkMatches any = Fingerprinter.of(PAIRS).locate("a b", "a b");
        for (double phi : new double[] {-0.1, 1.1, Double.NaN}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> any.matchRatio(phi));
            assertEquals("phi is " + phi + "; it must be from 0 to 1", e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> any.matches(-1));
        assertThrows(IllegalArgumentException.class, () -> any.orderedMatches(-1));
    }

    @Test
    void samplesThatAreNotComparedAsSetsAreRefused() {
        for (Selection selection : List.of(Selection.of("min-s"), Selection.of("mod-by-size"))) {
            Fingerprinter fingerprinter = Fingerprinter.of(PAIRS.withSelection(selection));
            assertReason(SchemeException.Reason.MEASURE, selection.name(), () -> fingerprinter.locate("a b", "a b"));
        }
    }

    /** Both algorithms, on sequences with few and with many equal pairs. */
    @Property(tries = 150)
    void bothAlgorithmsFindTheLongestCommonSubsequence(
            @ForAll("sequences") List<Integer> a, @ForAll("sequences") List<Integer> b) {
        List<Chunk> first = direct(a);
        List<Chunk> second = direct(b);
        int expected = longestCommonSubsequence(first, second);
        int[] start = new int[41];
        List<Integer> places = new ArrayList<>();
        for (int group = 0; group < 40; group++) {
            start[group] = places.size();
            for (int at = 0; at < b.size(); at++) {
                if (b.get(at) == group) {
                    places.add(at);
                }
            }
        }
        start[40] = places.size();
        ChunkMatches.CommonSequence common = new ChunkMatches.CommonSequence(
                a.stream().mapToInt(i -> i).toArray(),
                start,
                places.stream().mapToInt(i -> i).toArray());
        assertEquals(expected, common.byPairs());
        assertEquals(expected, common.byBits());
        assertEquals(expected, common.length());
    }

    @Provide
    Arbitrary<List<Integer>> sequences() {
        return Arbitraries.of(1, 2, 5, 40)
                .flatMap(most ->
                        Arbitraries.integers().between(0, most - 1).list().ofMaxSize(200));
    }

    private static List<Chunk> direct(List<Integer> minutiae) {
        return Stream.iterate(0, i -> i + 1)
                .limit(minutiae.size())
                .map(i -> new Chunk(minutiae.get(i), i))
                .toList();
    }
}
