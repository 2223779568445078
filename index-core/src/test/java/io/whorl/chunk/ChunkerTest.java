package io.whorl.chunk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.InvalidSchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Chunking.Order;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The examples of the papers. */
class ChunkerTest {
    private static final ChunkHash HASH = ChunkHash.of(new Hashing(Algorithm.RZ, 40, 1));

    @Test
    void aRoseIsARoseHasThreeDistinctShingles() {
        List<Long> minutiae = minutiae("a rose is a rose is a rose", sequence(4, 1));
        assertEquals(5, minutiae.size());
        assertEquals(3, new HashSet<>(minutiae).size());
    }

    /** COPS table 1, k = 3. */
    @ParameterizedTest
    @CsvSource({"1,1,a/b/c/d/e/f", "3,3,a b c/d e f", "3,1,a b c/b c d/c d e/d e f"})
    void chunksMatchCopsTable1(int granularity, int step, String chunks) {
        assertChunks(chunks, "a b c d e f", sequence(granularity, step));
    }

    /** COPS table 1, strategy D: with seed 1, b's hash is a multiple of 3 and those of a, c, d and e are not. */
    @Test
    void hashedBreakpointsMatchCopsTable1() {
        Chunking breakpoints = new Chunking(Unit.WORD, 1, 1, Order.SEQUENCE, OptionalInt.of(3));
        assertChunks("a b/c d e f", "a b c d e f", breakpoints);
    }

    /** COPS 3.1 and HZ 7: a shorter last chunk is kept if chunks do not overlap, and dropped with any other step. */
    @ParameterizedTest
    @CsvSource({
        "2,2,a b c d e f g,a b/c d/e f/g",
        "3,3,x a b c d e f,x a b/c d e/f",
        "3,2,a b c d e f,a b c/c d e",
        "2,3,a b c d e f g,a b/d e",
        "2,3,a b c d e f g h,a b/d e/g h",
        "4,4,a b c,a b c",
    })
    void aShorterLastChunkIsKeptOnlyWithoutOverlap(int granularity, int step, String text, String chunks) {
        assertChunks(chunks, text, sequence(granularity, step));
    }

    @Test
    void fewerUnitsThanAChunkAreOneChunk() {
        for (int step : new int[] {1, 2, 4, 7}) {
            assertEquals(List.of(hashed("a b c")), minutiae("a b c", sequence(4, step)));
            assertEquals(List.of(), minutiae("", sequence(4, step)));
        }
    }

    @Test
    void bagsIgnoreTheOrderOfUnits() {
        Chunking bag = new Chunking(Unit.WORD, 3, 3, Order.BAG, OptionalInt.empty());
        assertEquals(List.of(hashed("a b c"), hashed("a b c")), minutiae("c a b b c a", bag));
    }

    @Test
    void bagsSortByUnsignedBytes() {
        Chunking bag = new Chunking(Unit.WORD, 3, 1, Order.BAG, OptionalInt.empty());
        assertEquals(List.of(hashed("z é 𝒳")), minutiae("𝒳 é z", bag));
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

    @Test
    void directChunksHavePositionsAndTexts() {
        DirectChunks direct = new DirectChunks();
        WordBlock block = new WordBlock();
        Words.of("is a rose is").fill(block, 0, 4);
        direct.add(block);
        Chunking bag = new Chunking(Unit.WORD, 3, 1, Order.BAG, OptionalInt.empty());
        assertEquals(
                List.of(
                        new DirectChunks.Chunk(hashed("a is rose"), 0, "is a rose"),
                        new DirectChunks.Chunk(hashed("a is rose"), 1, "a rose is")),
                direct.chunks(bag, HASH));
        Chunking chars = new Chunking(Unit.CHAR, 4, 4, Order.SEQUENCE, OptionalInt.empty());
        assertEquals(
                new DirectChunks.Chunk(hashed("i s   a"), 0, "is a"),
                direct.chunks(chars, HASH).get(0));
    }

    @ParameterizedTest
    @EnumSource(value = Unit.class, names = "WORD", mode = EnumSource.Mode.EXCLUDE)
    void needsOfFirstWordsAreRefusedForOtherUnits(Unit unit) {
        Chunking chunking = new Chunking(unit, 2, 1, Order.SEQUENCE, OptionalInt.empty());
        for (ChunkNeeds needs : List.of(ChunkNeeds.FIRST_WORD, ChunkNeeds.STRUCTURE)) {
            String message = assertThrows(InvalidSchemeException.class, () -> Chunker.of(chunking, HASH, needs))
                    .getMessage();
            assertTrue(message.contains(unit.name().toLowerCase(Locale.ROOT)), message);
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
}
