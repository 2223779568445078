package io.whorl.fingerprint;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.chunk.DirectChunks;
import io.whorl.fingerprint.ChunkMatches.ChunkMatch;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Locations of shared chunks, checked against chunks of strings that are compared pair by pair. */
class ChunkMatchesTest {
    private static final Scheme SENTENCES =
            Scheme.builder().unit(Chunking.Unit.SENTENCE).granularity(1).build();
    private static final Scheme PAIRS = Scheme.builder().granularity(2).build();

    /** A scheme that keeps all chunks, and the same chunks made the slow way. */
    private record Slow(Scheme scheme) {
        List<DirectChunks.Chunk> chunks(String text) {
            return SlowChunks.all(Fingerprinter.of(scheme).scheme(), text);
        }

        /** A chunk has as many units as words, sentences or characters; chunks of single units have one. */
        int size(List<DirectChunks.Chunk> chunks, int i, long units) {
            long start = chunks.get(i).firstUnit();
            Chunking chunking = scheme.chunking();
            if (chunking.breakpoints().isPresent()) {
                return (int) ((i + 1 < chunks.size() ? chunks.get(i + 1).firstUnit() : units) - start);
            }
            return (int) Math.min(chunking.granularity(), units - start);
        }
    }

    @Property(tries = 250)
    void matchesAreAllPairsOfEqualChunks(
            @ForAll("recipes") String name, @ForAll("texts") String d, @ForAll("texts") String r) {
        Slow slow = new Slow(Schemes.recipes().get(name));
        Fingerprinter fingerprinter = Fingerprinter.of(slow.scheme);
        List<DirectChunks.Chunk> inD = slow.chunks(d);
        List<DirectChunks.Chunk> inR = slow.chunks(r);
        long units = fingerprinter.fingerprint(d).units();
        List<ChunkMatch> expected = new ArrayList<>();
        for (int i = 0; i < inD.size(); i++) {
            for (DirectChunks.Chunk other : inR) {
                if (inD.get(i).minutia() == other.minutia()) {
                    expected.add(new ChunkMatch(
                            slow.size(inD, i, units), (int) inD.get(i).firstUnit(), (int) other.firstUnit()));
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
        assertEquals(longestCommonSubsequence(inD, inR), found.ordered());
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

    private static int longestCommonSubsequence(List<DirectChunks.Chunk> a, List<DirectChunks.Chunk> b) {
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

    /** COPS 3.1: with φ = 0.4 and 100 sentences, 41 matching sentences are a violation and 40 are not. */
    @Test
    void theExampleOfThePaperIsDecidedAsThere() {
        assertTrue(sharing(41).matchRatio(0.4));
        assertFalse(sharing(40).matchRatio(0.4));
        assertTrue(sharing(41).matches(40));
        assertFalse(sharing(40).matches(40));
    }

    /** A text of 100 sentences and another one that has so many of them, in reverse order. */
    private static ChunkMatches sharing(int sentences) {
        String d = sentences(IntStream.range(0, 100));
        String r = sentences(IntStream.range(0, 200).map(i -> 199 - i).filter(i -> i < sentences || i >= 100));
        return Fingerprinter.of(SENTENCES).locate(d, r);
    }

    private static String sentences(IntStream numbers) {
        return numbers.mapToObj(i -> "Sentence number " + i + " is here.").collect(Collectors.joining(" "));
    }

    @Test
    void onlyOneOfTheSentencesInReverseOrderIsInOrder() {
        assertEquals(1, sharing(41).ordered());
        assertFalse(sharing(41).orderedMatches(1));
        assertTrue(sharing(41).orderedMatches(0));
        ChunkMatches self = Fingerprinter.of(SENTENCES)
                .locate(sentences(IntStream.range(0, 100)), sentences(IntStream.range(0, 100)));
        assertEquals(100, self.ordered());
        assertTrue(self.orderedMatches(99));
        assertFalse(self.orderedMatches(100));
    }

    /** COPS table 2: every document matches itself in 100 % of its chunks. */
    @Test
    void repeatedChunksCountOnceEach() {
        ChunkMatches self = Fingerprinter.of(PAIRS).locate("a b a b a b", "a b a b a b");
        assertEquals(5, self.size());
        assertEquals(5, self.count());
        assertEquals(5, self.ordered());
        assertEquals(9 + 4, self.stream().count());
        assertFalse(self.matchRatio(1));
        assertTrue(self.matchRatio(0.99));
    }

    @Test
    void textsWithoutChunksDoNotMatch() {
        for (List<String> texts : List.of(List.of("", ""), List.of("one", "two"), List.of("one two three", "one"))) {
            ChunkMatches none = Fingerprinter.of(PAIRS).locate(texts.get(0), texts.get(1));
            assertEquals(0, none.count());
            assertEquals(0, none.ordered());
            assertEquals(0, none.stream().count());
            assertFalse(none.matchRatio(0));
            assertFalse(none.matches(0));
            assertFalse(none.orderedMatches(0));
        }
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
        ChunkMatches any = sharing(1);
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
        List<DirectChunks.Chunk> first = direct(a);
        List<DirectChunks.Chunk> second = direct(b);
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

    private static List<DirectChunks.Chunk> direct(List<Integer> minutiae) {
        return Stream.iterate(0, i -> i + 1)
                .limit(minutiae.size())
                .map(i -> new DirectChunks.Chunk(minutiae.get(i), i, ""))
                .toList();
    }

    /**
     * The chunks of words of a document with the positions of their first words, exactly as docs/DEFINITIONS.md states
     * it.
     */
    static final class SlowChunks {
        /** A chunk, its first word, and the position of that word in its sentence and paragraph, from 1. */
        record Placed(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {}

        private record Word(String text, int inSentence, int sentence, int inParagraph) {}

        private SlowChunks() {}

        /** All chunks of any units. */
        static List<DirectChunks.Chunk> all(Scheme scheme, String text) {
            return read(scheme, text, new ArrayList<>());
        }

        /** Reads the chunks of a text, and its words into a list. */
        private static List<DirectChunks.Chunk> read(Scheme scheme, String text, List<Word> words) {
            WordReader reader = WordReader.of(scheme.text(), true);
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            reader.open(utf8, 0, utf8.length);
            WordBlock block = new WordBlock();
            DirectChunks direct = new DirectChunks();
            try {
                while (reader.next(block)) {
                    direct.add(block);
                    for (int k = 0; k < block.count; k++) {
                        Word before = words.isEmpty() ? new Word("", 0, 0, 0) : words.get(words.size() - 1);
                        boolean paragraph = (block.breaks[k] & WordBlock.PARAGRAPH) != 0;
                        boolean begins = paragraph || (block.breaks[k] & WordBlock.SENTENCE) != 0;
                        int from = block.start(k);
                        words.add(new Word(
                                new String(block.bytes, from, block.end[k] - from, StandardCharsets.UTF_8),
                                begins ? 1 : before.inSentence + 1,
                                before.sentence + (begins ? 1 : 0),
                                paragraph ? 1 : before.inParagraph + 1));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return direct.chunks(scheme.chunking(), ChunkHash.of(scheme.hashing()));
        }

        static List<Placed> of(Scheme scheme, String text) {
            List<Word> words = new ArrayList<>();
            List<Placed> placed = new ArrayList<>();
            for (DirectChunks.Chunk chunk : read(scheme, text, words)) {
                Word w = words.get(Math.toIntExact(chunk.firstUnit()));
                placed.add(new Placed(chunk.minutia(), w.text, w.inSentence, w.sentence, w.inParagraph));
            }
            return placed;
        }
    }
}
