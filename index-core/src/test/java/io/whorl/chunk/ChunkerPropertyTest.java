package io.whorl.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Hashing;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A chunker gives the same chunks as {@link DirectChunks}, for any chunking and any blocks. */
class ChunkerPropertyTest {
    private final WordBlock block = new WordBlock();

    @Property(tries = 6000)
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
        }
    }

    @Property(tries = 3000)
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

    @Property
    void unitsAreCounted(
            @ForAll("documents") Words words,
            @ForAll("chunkings") Chunking chunking,
            @ForAll("hashes") ChunkHash hash,
            @ForAll @Size(max = 4) List<@IntRange(max = 40) Integer> blocks) {
        Chunking single = new Chunking(chunking.unit(), 1, 1, Order.SEQUENCE, OptionalInt.empty());
        Chunker chunker = Chunker.of(chunking, hash, ChunkNeeds.MINUTIA);
        assertEquals(
                direct(words).chunks(single, hash).size(),
                Chunked.run(chunker, ChunkNeeds.MINUTIA, words, blocks).units());
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
}
