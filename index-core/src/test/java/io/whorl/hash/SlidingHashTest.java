package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.hash.ChunkHash.SlidingHash;
import io.whorl.hash.RzHash.RzSlidingHash;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The minutia of each chunk is the hash of its units joined by one space, whatever the blocks are. */
class SlidingHashTest {
    /** More chunks than there are lanes. */
    private static final int MANY = 2 * RzSlidingHash.ChunkLanes.MOST + 100;

    private static final int LONGEST_WORD = 4096;

    @Property
    void slidingHashesEqualHashesOfSingleChunks(
            @ForAll Algorithm algorithm,
            @ForAll @IntRange(min = 1, max = 20) int n,
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll long seed,
            @ForAll("lengths") List<Integer> lengths,
            @ForAll @Size(max = 5) List<@IntRange(max = 30) Integer> blocks) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, seed));
        SlidingHash sliding = hash.sliding(n);
        List<byte[]> units = units(lengths, seed);
        // The second document shows that nothing of the first is kept.
        check(hash, sliding, n, units, blocks);
        check(hash, sliding, n, units.subList(units.size() / 2, units.size()), blocks);
    }

    @ParameterizedTest
    @EnumSource
    void blocksMayHaveOneUnit(Algorithm algorithm) {
        List<Integer> lengths = IntStream.range(0, 60)
                .map(i -> i % 7 == 3 ? LONGEST_WORD : i % 11 + 1)
                .boxed()
                .toList();
        checkAllN(algorithm, lengths, List.of(1));
    }

    @ParameterizedTest
    @EnumSource
    void unitsMayHaveOneByte(Algorithm algorithm) {
        checkAllN(algorithm, IntStream.range(0, MANY).map(i -> 1).boxed().toList(), List.of(MANY));
    }

    @ParameterizedTest
    @EnumSource
    void aBlockMayHaveMoreChunksThanLanes(Algorithm algorithm) {
        List<Integer> lengths =
                IntStream.range(0, MANY).map(i -> i * 31 % 13 + 1).boxed().toList();
        checkAllN(algorithm, lengths, List.of(MANY - 5, 3));
    }

    @ParameterizedTest
    @EnumSource
    void chunksMayHaveManyUnits(Algorithm algorithm) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, 40, 7));
        List<Integer> lengths =
                IntStream.range(0, 1_300).map(i -> i % 9 + 1).boxed().toList();
        check(hash, hash.sliding(1_000), 1_000, units(lengths, 1), List.of(170));
    }

    @ParameterizedTest
    @EnumSource
    void veryLongUnitsAreHashedOneByOne(Algorithm algorithm) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, 40, 7));
        List<Integer> lengths = new ArrayList<>(List.of(3, 50_000, 1, RzSlidingHash.MOST_BYTES, 2, 9, 4));
        for (int n : new int[] {1, 2, 4, 5}) {
            SlidingHash sliding = hash.sliding(n);
            check(hash, sliding, n, units(lengths, 1), List.of(2));
            check(hash, sliding, n, units(lengths, 1), List.of(7));
            check(hash, sliding, n, units(List.of(5, 6, 7, 8, 9), 1), List.of(3));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aShortUnitMayEndTheArray(Algorithm algorithm) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, 40, 7));
        for (int n : new int[] {1, 2}) {
            // So long that the arrays are sized for just these two.
            check(hash, hash.sliding(n), n, units(List.of(100_000, 1), 1), List.of(2));
        }
    }

    private static void checkAllN(Algorithm algorithm, List<Integer> lengths, List<Integer> blocks) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, 40, 7));
        List<byte[]> units = units(lengths, 1);
        for (int n = 1; n <= 20; n++) {
            check(hash, hash.sliding(n), n, units, blocks);
        }
    }

    private static void check(ChunkHash hash, SlidingHash sliding, int n, List<byte[]> units, List<Integer> blocks) {
        List<Long> expected = new ArrayList<>();
        for (int first = 0; first + n <= units.size(); first++) {
            byte[] chunk = joined(units.subList(first, first + n));
            expected.add(hash.finish(hash.absorb(hash.start(), chunk, 0, chunk.length - 1)));
        }
        assertEquals(expected, slid(sliding, units, blocks), "n = " + n);
    }

    /** @param blocks the sizes of the blocks, repeated; if all are 0, one block holds all units */
    private static List<Long> slid(SlidingHash sliding, List<byte[]> units, List<Integer> blocks) {
        List<Long> minutiae = new ArrayList<>();
        sliding.start();
        boolean advances = blocks.stream().anyMatch(size -> size > 0);
        int from = 0;
        for (int b = 0; from < units.size(); b++) {
            int size = advances ? blocks.get(b % blocks.size()) : units.size();
            List<byte[]> block = units.subList(from, Math.min(from + size, units.size()));
            int[] end = new int[block.size()];
            for (int k = 0, at = 0; k < end.length; k++, at++) {
                at += block.get(k).length;
                end[k] = at;
            }
            long[] out = new long[block.size()];
            int done = sliding.slide(joined(block), end, end.length, out);
            Arrays.stream(out, 0, done).forEach(minutiae::add);
            from += block.size();
        }
        return minutiae;
    }

    /** The units, each followed by one space. */
    private static byte[] joined(List<byte[]> units) {
        byte[] bytes = new byte[units.stream().mapToInt(unit -> unit.length + 1).sum()];
        int at = 0;
        for (byte[] unit : units) {
            System.arraycopy(unit, 0, bytes, at, unit.length);
            at += unit.length;
            bytes[at++] = ' ';
        }
        return bytes;
    }

    /** Units of arbitrary bytes, including 0 and negative ones. */
    private static List<byte[]> units(List<Integer> lengths, long seed) {
        Random random = new Random(seed);
        List<byte[]> units = new ArrayList<>();
        for (int length : lengths) {
            byte[] unit = new byte[length];
            random.nextBytes(unit);
            units.add(unit);
        }
        return units;
    }

    @Provide
    Arbitrary<List<Integer>> lengths() {
        Arbitrary<Integer> length = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(1)),
                Tuple.of(12, Arbitraries.integers().between(1, 12)),
                Tuple.of(2, Arbitraries.integers().between(0, 300)),
                Tuple.of(1, Arbitraries.of(LONGEST_WORD - 1, LONGEST_WORD)));
        return length.list().ofMaxSize(100);
    }
}
