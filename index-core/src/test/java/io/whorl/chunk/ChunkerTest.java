package io.whorl.chunk;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.SchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Chunks of the papers' examples, and chunks by {@link DirectChunks} for any chunking and any blocks. */
class ChunkerTest {
    private static final ChunkHash HASH = ChunkHash.of(new Hashing(Algorithm.RZ, 40, 1));
    private final WordBlock block = new WordBlock();

    /**
     * COPS table 1, with k = 3; COPS 3.1 and HZ 7: a shorter last chunk is kept if chunks do not overlap, and dropped
     * with any other step. A document of fewer units than a chunk is one chunk.
     */
    @ParameterizedTest
    @CsvSource({
        "1,1,a b c d e f,a/b/c/d/e/f",
        "3,3,a b c d e f,a b c/d e f",
        "3,1,a b c d e f,a b c/b c d/c d e/d e f",
        "2,2,a b c d e f g,a b/c d/e f/g",
        "3,3,x a b c d e f,x a b/c d e/f",
        "3,2,a b c d e f,a b c/c d e",
        "2,3,a b c d e f g,a b/d e",
        "2,3,a b c d e f g h,a b/d e/g h",
        "4,1,a b c,a b c",
        "4,2,a b c,a b c",
        "4,4,a b c,a b c",
        "4,7,a b c,a b c"
    })
    void chunksOfWords(int granularity, int step, String text, String chunks) {
        assertChunks(chunks, text, sequence(granularity, step));
        assertEquals(List.of(), minutiae("", sequence(granularity, step)));
    }

    /** COPS table 1, strategy D: with seed 1, b's hash is a multiple of 3 and those of a, c, d and e are not. */
    @Test
    void hashedBreakpointsMatchCopsTable1() {
        Chunking breakpoints = new Chunking(Unit.WORD, 1, 1, Order.SEQUENCE, OptionalInt.of(3));
        assertChunks("a b/c d e f", "a b c d e f", breakpoints);
    }

    @Test
    void bagsIgnoreTheOrderOfUnits() {
        Chunking bag = new Chunking(Unit.WORD, 3, 3, Order.BAG, OptionalInt.empty());
        assertEquals(List.of(hashed("a b c"), hashed("a b c")), minutiae("c a b b c a", bag));
    }

    @Test
    void chunksOfCharactersContainSpaces() {
        Chunking chars = new Chunking(Unit.CHAR, 3, 1, Order.SEQUENCE, OptionalInt.empty());
        List<Long> expected =
                Stream.of("a b  ", "b   é", "  é 𝒳").map(ChunkerTest::hashed).toList();
        assertEquals(expected, minutiae("ab é𝒳", chars));
    }

    @Test
    void sentencesMayCrossBlocks() {
        int begins = WordBlock.SENTENCE;
        Words words = new Words(List.of("to", "be", "or", "not", "to", "be"), List.of(begins, 0, begins, 0, begins, 0));
        Chunking sentences = new Chunking(Unit.SENTENCE, 2, 1, Order.SEQUENCE, OptionalInt.empty());
        Chunker chunker = Chunker.of(sentences, HASH, ChunkNeeds.MINUTIA);
        Chunked chunked = Chunked.run(chunker, ChunkNeeds.MINUTIA, words, List.of(1));
        assertEquals(List.of(hashed("to be or not"), hashed("or not to be")), chunked.minutiae());
        assertEquals(3, chunked.units());
    }

    @ParameterizedTest
    @EnumSource(value = Unit.class, names = "WORD", mode = EnumSource.Mode.EXCLUDE)
    void needsOfFirstWordsAreRefusedForOtherUnits(Unit unit) {
        Chunking chunking = new Chunking(unit, 2, 1, Order.SEQUENCE, OptionalInt.empty());
        for (ChunkNeeds needs : List.of(ChunkNeeds.FIRST_WORD, ChunkNeeds.STRUCTURE)) {
            assertReason(
                    SchemeException.Reason.INVALID,
                    unit.name().toLowerCase(Locale.ROOT),
                    () -> Chunker.of(chunking, HASH, needs));
        }
    }

    private static void assertChunks(String chunks, String text, Chunking chunking) {
        List<Long> expected =
                Stream.of(chunks.split("/")).map(ChunkerTest::hashed).toList();
        assertEquals(expected, minutiae(text, chunking));
    }

    private static Chunking sequence(int granularity, int step) {
        return new Chunking(Unit.WORD, granularity, step, Order.SEQUENCE, OptionalInt.empty());
    }

    private static List<Long> minutiae(String text, Chunking chunking) {
        Chunker chunker = Chunker.of(chunking, HASH, ChunkNeeds.MINUTIA);
        return Chunked.run(chunker, ChunkNeeds.MINUTIA, Words.of(text), List.of())
                .minutiae();
    }

    private static long hashed(String chunk) {
        byte[] bytes = chunk.getBytes(StandardCharsets.UTF_8);
        return HASH.finish(HASH.absorb(HASH.start(), bytes, 0, bytes.length));
    }

    // A chunker gives the same chunks as {@link DirectChunks}, for any chunking and any blocks.

    @Property(tries = 1500)
    void minutiaeMatchTheDefinition(
            @ForAll("documents") Words first,
            @ForAll("documents") Words second,
            @ForAll("chunkings") Chunking chunking,
            @ForAll("hashes") ChunkHash hash,
            @ForAll @Size(max = 4) List<@IntRange(max = 40) Integer> blocks) {
        Chunker chunker = Chunker.of(chunking, hash, ChunkNeeds.MINUTIA);
        // The second document shows that nothing of the first is kept.
        for (Words words : List.of(first, second, first)) {
            Chunked chunked = Chunked.run(chunker, ChunkNeeds.MINUTIA, words, blocks);
            List<DirectChunks.Chunk> expected = direct(words).chunks(chunking, hash);
            assertEquals(expected.stream().map(DirectChunks.Chunk::minutia).toList(), chunked.minutiae());
            Chunking single = new Chunking(chunking.unit(), 1, 1, Order.SEQUENCE, OptionalInt.empty());
            assertEquals(direct(words).chunks(single, hash).size(), chunked.units());
        }
    }

    @Property(tries = 1000)
    void firstWordsAndPositionsMatchTheDefinition(
            @ForAll("documents") Words first,
            @ForAll("documents") Words second,
            @ForAll("wordChunkings") Chunking chunking,
            @ForAll("hashes") ChunkHash hash,
            @ForAll @Size(max = 4) List<@IntRange(max = 40) Integer> blocks) {
        for (ChunkNeeds needs : List.of(ChunkNeeds.FIRST_WORD, ChunkNeeds.STRUCTURE)) {
            Chunker chunker = Chunker.of(chunking, hash, needs);
            for (Words words : List.of(first, second)) {
                Chunked chunked = Chunked.run(chunker, needs, words, blocks);
                List<DirectChunks.Chunk> expected = direct(words).chunks(chunking, hash);
                assertEquals(expected.stream().map(DirectChunks.Chunk::minutia).toList(), chunked.minutiae());
                assertEquals(words.size(), chunked.units());
                List<String> found = needs == ChunkNeeds.FIRST_WORD ? chunked.firstWords() : chunked.places();
                List<String> known = needs == ChunkNeeds.FIRST_WORD ? words.text() : places(words);
                assertEquals(
                        expected.stream()
                                .map(c -> known.get((int) c.firstUnit()))
                                .toList(),
                        found);
            }
        }
    }

    private DirectChunks direct(Words words) {
        DirectChunks direct = new DirectChunks();
        words.fill(block, 0, words.size());
        direct.add(block);
        return direct;
    }

    /**
     * The position in the sentence, the sentence, and the position in the paragraph of each word, counted from the last
     * break.
     */
    private static List<String> places(Words words) {
        List<String> places = new ArrayList<>();
        for (int k = 0; k < words.size(); k++) {
            int sentence = 1;
            for (int i = 1; i <= k; i++) {
                sentence += words.breaks().get(i) != 0 ? 1 : 0;
            }
            int inSentence = 1;
            for (int i = k; i > 0 && words.breaks().get(i) == 0; i--) {
                inSentence++;
            }
            int inParagraph = 1;
            for (int i = k; i > 0 && (words.breaks().get(i) & WordBlock.PARAGRAPH) == 0; i--) {
                inParagraph++;
            }
            places.add(inSentence + "/" + sentence + "/" + inParagraph);
        }
        return places;
    }

    @Provide
    Arbitrary<Words> documents() {
        Arbitrary<String> word = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.of("a", "rose", "is", "the", "ro", "the")),
                Tuple.of(
                        2,
                        Arbitraries.strings().withChars("abé€").ofMinLength(1).ofMaxLength(5)),
                Tuple.of(1, Arbitraries.of("straße", "日本語", "𝒳y", "z".repeat(300))));
        Arbitrary<Integer> breaks = Arbitraries.frequency(
                Tuple.of(6, 0),
                Tuple.of(2, (int) WordBlock.SENTENCE),
                Tuple.of(1, WordBlock.SENTENCE | WordBlock.PARAGRAPH));
        return Combinators.combine(word, breaks)
                .as(Tuple::of)
                .list()
                .ofMaxSize(120)
                .map(pairs -> new Words(
                        pairs.stream().map(Tuple.Tuple2::get1).toList(),
                        pairs.stream().map(Tuple.Tuple2::get2).toList()));
    }

    @Provide
    Arbitrary<Chunking> chunkings() {
        return chunkings(Arbitraries.of(Unit.class));
    }

    @Provide
    Arbitrary<Chunking> wordChunkings() {
        return chunkings(Arbitraries.just(Unit.WORD));
    }

    private static Arbitrary<Chunking> chunkings(Arbitrary<Unit> units) {
        Arbitrary<Order> orders = Arbitraries.of(Order.class);
        Arbitrary<Integer> granularities = Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.integers().between(1, 9)),
                Tuple.of(1, Arbitraries.integers().between(10, 60)));
        Arbitrary<Chunking> sliding = Combinators.combine(units, granularities, orders)
                .as((unit, n, order) -> new Chunking(unit, n, 1, order, OptionalInt.empty()));
        Arbitrary<Chunking> whole = Combinators.combine(units, granularities, orders)
                .as((unit, n, order) -> new Chunking(unit, n, n, order, OptionalInt.empty()));
        Arbitrary<Chunking> stepped = Combinators.combine(units, granularities, granularities, orders)
                .as((unit, n, step, order) -> new Chunking(unit, n, step, order, OptionalInt.empty()));
        Arbitrary<Chunking> broken = Combinators.combine(
                        units, Arbitraries.integers().between(2, 9), orders)
                .as((unit, k, order) -> new Chunking(unit, 1, 1, order, OptionalInt.of(k)));
        return Arbitraries.oneOf(sliding, whole, stepped, broken);
    }

    @Provide
    Arbitrary<ChunkHash> hashes() {
        return Combinators.combine(
                        Arbitraries.of(Hashing.Algorithm.class),
                        Arbitraries.of(32, 40, 47, 64),
                        Arbitraries.integers().between(0, 3))
                .as((algorithm, bits, seed) -> ChunkHash.of(new Hashing(algorithm, bits, seed)));
    }

    /**
     * The output of a {@link Chunker} for a document. Each list has an entry per chunk, or is empty if the data was not
     * requested.
     */
    private record Chunked(List<Long> minutiae, List<String> firstWords, List<String> places, long units) {
        /** Passes the words in blocks of the given sizes, repeated. A size of 0 gives an empty block. */
        static Chunked run(Chunker chunker, ChunkNeeds needs, Words words, List<Integer> blockSizes) {
            Chunked all = new Chunked(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0);
            WordBlock block = new WordBlock();
            ChunkBlock out = new ChunkBlock();
            chunker.start();
            int at = 0;
            for (int i = 0; at < words.size(); i++) {
                // If all sizes are 0, one round of empty blocks is enough.
                int size = blockSizes.isEmpty() ? words.size() : blockSizes.get(i % blockSizes.size());
                int to = Math.min(words.size(), at + (i > words.size() ? size + 1 : size));
                words.fill(block, at, to);
                chunker.accept(block, out);
                all.take(out, needs);
                at = to;
            }
            chunker.finish(out);
            all.take(out, needs);
            return new Chunked(all.minutiae, all.firstWords, all.places, chunker.units());
        }

        private void take(ChunkBlock out, ChunkNeeds needs) {
            assertEquals(minutiae.size(), out.first);
            for (int k = 0; k < out.count; k++) {
                minutiae.add(out.minutia[k]);
                if (needs == ChunkNeeds.FIRST_WORD) {
                    int from = out.firstWordStart(k);
                    int size = out.firstWordEnd[k] - from;
                    firstWords.add(new String(out.firstWord, from, size, StandardCharsets.UTF_8));
                    assertEquals(' ', out.firstWord[out.firstWordEnd[k]]);
                }
                if (needs == ChunkNeeds.STRUCTURE) {
                    places.add(out.wordInSentence[k] + "/" + out.sentence[k] + "/" + out.wordInParagraph[k]);
                }
            }
        }
    }

    /** The words of a document: their texts, and whether each begins a sentence or paragraph. */
    private record Words(List<String> text, List<Integer> breaks) {
        /** One sentence; spaces separate its words. */
        static Words of(String text) {
            List<String> words = text.isEmpty() ? List.of() : List.of(text.split(" "));
            List<Integer> breaks = new ArrayList<>();
            for (int k = 0; k < words.size(); k++) {
                breaks.add(k == 0 ? WordBlock.SENTENCE | WordBlock.PARAGRAPH : 0);
            }
            return new Words(words, breaks);
        }

        int size() {
            return text.size();
        }

        /** Replaces the content of the block by the words from .. to − 1. */
        void fill(WordBlock block, int from, int to) {
            block.count = 0;
            int used = 0;
            for (int k = from; k < to; k++) {
                byte[] bytes = text.get(k).getBytes(StandardCharsets.UTF_8);
                block.reserve(1, bytes.length + 1);
                System.arraycopy(bytes, 0, block.bytes, used, bytes.length);
                used += bytes.length;
                block.bytes[used] = ' ';
                block.breaks[block.count] = breaks.get(k).byteValue();
                block.end[block.count++] = used++;
            }
        }
    }
}
