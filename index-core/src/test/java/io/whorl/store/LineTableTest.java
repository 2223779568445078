package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.store.MinutiaTable.SpilledEntries;
import io.whorl.store.TestSegments.TestTable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Lines and the entries that do not fit into them, compared with docs/FORMAT.md, computed slowly. */
class LineTableTest {
    private static final int QUERIES = 600;
    private final Random random = new Random(16);

    /** Widths of minutiae and payloads, and numbers of lines: short and long products, narrow and wide entries. */
    private static final int[][] SHAPES = {
        {32, 1, 1},
        {32, 20, 700},
        {40, 20, 700},
        {40, 20, 5_000},
        {40, 57, 300},
        {48, 24, 1 << 14},
        {56, 30, 256},
        {56, 30, 257},
        {64, 1, 1},
        {64, 30, 1},
        {64, 30, 2},
        {64, 57, 1_000}
    };

    private static final int MULTIPLIERS = 2048;
    private static final int FULL_MULTIPLIERS = 96;
    private static final int PAYLOAD_BITS = 20;
    private final Random listRandom = new Random(17);

    @Test
    void everyLookUpAgreesWithReadingBitByBit() {
        int[] kinds = new int[3];
        for (int[] numbers : SHAPES) {
            TableShape shape = shape(numbers[0], numbers[1], numbers[2]);
            byte[] lines = lines(shape);
            long[] minutiae = minutiae(shape, lines);
            long[] ascending = minutiae.clone();
            Arrays.sort(ascending);
            for (int partBits : new int[] {6, 8, 12, 30}) {
                LineTable table = new LineTable(TestTable.parts(lines, partBits), shape);
                check(table, lines, minutiae, 0, QUERIES, kinds);
                check(table, lines, ascending, 0, QUERIES, kinds);
                int from = random.nextInt(QUERIES);
                check(table, lines, minutiae, from, from + random.nextInt(QUERIES - from + 1), kinds);
            }
        }
        assertTrue(Arrays.stream(kinds).allMatch(n -> n > QUERIES), "few cases of a kind: " + Arrays.toString(kinds));
    }

    private static void check(LineTable table, byte[] lines, long[] minutiae, int from, int to, int[] kinds) {
        long[] payloads = new long[minutiae.length];
        Arrays.fill(payloads, -7);
        int[] elsewhere = new int[to - from];
        int count = table.findAll(minutiae, from, to, payloads, elsewhere, new LineTable.Scratch());
        int seen = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (i < from || i >= to) {
                assertEquals(-7, payloads[i]);
                continue;
            }
            long expected = readSlowly(table.shape(), lines, minutiae[i]);
            assertEquals(expected, table.find(minutiae[i]), "find");
            assertEquals(expected, payloads[i], "findAll");
            if (expected == LineTable.ELSEWHERE) {
                assertEquals(i, elsewhere[seen++]);
            }
            kinds[expected == LineTable.ELSEWHERE ? 2 : expected == LineTable.ABSENT ? 1 : 0]++;
        }
        assertEquals(seen, count);
    }

    private static long readSlowly(TableShape shape, byte[] lines, long minutia) {
        long line = new BigInteger(Long.toUnsignedString(minutia))
                .multiply(BigInteger.valueOf(shape.lines()))
                .shiftRight(shape.bits())
                .longValueExact();
        BigInteger bits = line(lines, line);
        long multiplier = number(bits, 32, 12) | 1;
        BigInteger y = BigInteger.valueOf(multiplier)
                .multiply(new BigInteger(Long.toUnsignedString(minutia)))
                .mod(BigInteger.ONE.shiftLeft(shape.remainderBits()));
        int c = y.shiftRight(shape.storedBits()).intValueExact();
        boolean complete = bits.testBit(32);
        if (!complete && number(bits, c, 32 - c) == 0) {
            return LineTable.ELSEWHERE;
        }
        if (!bits.testBit(c)) {
            return LineTable.ABSENT;
        }
        int at = TableShape.HEADER_BITS;
        for (int before = 0; before < c; before++) {
            at += bits.testBit(before) ? shape.entryBits() : 0;
        }
        long stored = y.mod(BigInteger.ONE.shiftLeft(shape.storedBits())).longValueExact();
        return number(bits, at, shape.storedBits()) == stored
                ? number(bits, at + shape.storedBits(), shape.payloadBits())
                : LineTable.ABSENT;
    }

    private static BigInteger line(byte[] lines, long line) {
        byte[] bigEndian = new byte[TableShape.LINE];
        for (int i = 0; i < bigEndian.length; i++) {
            bigEndian[bigEndian.length - 1 - i] = lines[(int) line * TableShape.LINE + i];
        }
        return new BigInteger(1, bigEndian);
    }

    private static long number(BigInteger bits, int from, int count) {
        return bits.shiftRight(from).mod(BigInteger.ONE.shiftLeft(count)).longValueExact();
    }

    private static TableShape shape(int bits, int payloadBits, int lines) {
        int remainder = bits;
        while (remainder > TableShape.CLASS_BITS && 1L << (bits - remainder + 1) <= lines) {
            remainder--;
        }
        return new TableShape(bits, lines, remainder, payloadBits);
    }

    /** Lines of random entries. Half of them are complete. */
    private byte[] lines(TableShape shape) {
        byte[] lines = new byte[(int) shape.bytes()];
        random.nextBytes(lines);
        for (int line = 0; line < shape.lines(); line++) {
            int entries = random.nextInt(shape.capacity() + 1);
            int bitmap = 0;
            while (Integer.bitCount(bitmap) < entries) {
                bitmap |= 1 << random.nextInt(LineTable.LineHeader.CLASSES);
            }
            long header = LineTable.LineHeader.header(bitmap, random.nextBoolean(), random.nextInt(1 << 12) | 1);
            int at = line * TableShape.LINE;
            int shared = lines[at + 5] & 0xF0;
            for (int i = 0; i < 6; i++) {
                lines[at + i] = (byte) (header >>> 8 * i);
            }
            lines[at + 5] |= (byte) shared;
        }
        return lines;
    }

    /** Random minutiae, the extreme ones, and for each an entry of its line, if there is one. */
    private long[] minutiae(TableShape shape, byte[] lines) {
        long mask = -1L >>> 64 - shape.bits();
        long[] minutiae = new long[QUERIES];
        minutiae[1] = mask;
        for (int i = 2; i < QUERIES; i++) {
            long drawn = random.nextLong() & mask;
            minutiae[i] = i % 2 == 0 ? drawn : heldNear(shape, lines, drawn);
        }
        return minutiae;
    }

    /** A minutia of the same line as another one, which an entry of the line stands for. */
    private long heldNear(TableShape shape, byte[] lines, long minutia) {
        long line = shape.lineOf(minutia);
        BigInteger bits = line(lines, line);
        int[] classes = java.util.stream.IntStream.range(0, LineTable.LineHeader.CLASSES)
                .filter(bits::testBit)
                .toArray();
        if (classes.length == 0) {
            return minutia;
        }
        int entry = random.nextInt(classes.length);
        BigInteger modulus = BigInteger.ONE.shiftLeft(shape.remainderBits());
        BigInteger y = BigInteger.valueOf(classes[entry])
                .shiftLeft(shape.storedBits())
                .add(BigInteger.valueOf(
                        number(bits, TableShape.HEADER_BITS + entry * shape.entryBits(), shape.storedBits())));
        BigInteger multiplier = BigInteger.valueOf(number(bits, 32, 12) | 1);
        long remainder = y.multiply(multiplier.modInverse(modulus)).mod(modulus).longValue();
        // The minutia of the line with this remainder; the line may be too short to have one.
        long first = shape.firstOf(line);
        long found = first + (remainder - first & -1L >>> 64 - shape.remainderBits());
        return (found & -1L >>> 64 - shape.bits()) == found && shape.lineOf(found) == line ? found : minutia;
    }

    // Lines against the description of docs/FORMAT.md, computed slowly.

    /** A minutia of a line, by one multiplier. */
    private record Placed(int index, int group, long rest) {}

    @Test
    void linesHaveTheBytesOfTheDescription() {
        Random random = new Random(1);
        for (TableShape shape : List.of(
                new TableShape(40, 1 << 20, 21, 23),
                new TableShape(40, 1 << 21, 19, 14),
                new TableShape(64, 1 << 10, 54, 12),
                new TableShape(64, 4, 62, 1),
                new TableShape(32, 1 << 27, 5, 57))) {
            for (int n = 0; n < 40; n++) {
                long[] minutiae = random.longs(0, 1L << shape.remainderBits() - 1)
                        .distinct()
                        .limit(Math.min(n, 1L << Math.min(20, shape.remainderBits() - 1)))
                        .sorted()
                        .toArray();
                long[] payloads = random.longs(minutiae.length, 0, 1L << shape.payloadBits())
                        .toArray();
                TableWriter.LinePacker packer = new TableWriter.LinePacker(shape);
                IntArrayList unplaced = new IntArrayList();
                packer.pack(minutiae, payloads, 0, minutiae.length, unplaced);
                List<Integer> left = new ArrayList<>();
                String what = minutiae.length + " minutiae, " + shape;
                assertArrayEquals(
                        line(shape, minutiae, payloads, left),
                        Arrays.copyOf(packer.line, TableWriter.LinePacker.WORDS),
                        what);
                assertArrayEquals(left.stream().mapToInt(i -> i).toArray(), unplaced.toIntArray(), what);
            }
        }
    }

    private static long[] line(TableShape shape, long[] minutiae, long[] payloads, List<Integer> left) {
        int multiplier = multiplier(shape, minutiae);
        List<Placed> kept = kept(shape, minutiae, multiplier);
        boolean[] bits = new boolean[512];
        boolean complete = kept.size() == minutiae.length;
        bits[32] = complete;
        put(bits, 33, 11, multiplier >>> 1);
        int at = 44;
        for (Placed placed : kept) {
            bits[placed.group] = true;
            put(bits, at, shape.storedBits(), placed.rest);
            put(bits, at + shape.storedBits(), shape.payloadBits(), payloads[placed.index]);
            at += shape.entryBits();
        }
        IntStream.range(0, minutiae.length)
                .filter(i -> kept.stream().noneMatch(p -> p.index == i))
                .forEach(left::add);
        long[] line = new long[8];
        for (int i = 0; i < bits.length; i++) {
            line[i / 64] |= bits[i] ? 1L << i : 0;
        }
        return line;
    }

    private static int multiplier(TableShape shape, long[] minutiae) {
        if (minutiae.length <= shape.capacity()) {
            for (int t = 0; t < MULTIPLIERS; t++) {
                int[] groups = placed(shape, minutiae, multiplier(t)).stream()
                        .mapToInt(Placed::group)
                        .distinct()
                        .toArray();
                if (groups.length == minutiae.length) {
                    return multiplier(t);
                }
            }
        }
        int best = 0;
        for (int t = 1; t < FULL_MULTIPLIERS; t++) {
            int most = kept(shape, minutiae, multiplier(best)).size();
            best = kept(shape, minutiae, multiplier(t)).size() > most ? t : best;
        }
        return multiplier(best);
    }

    private static int multiplier(int t) {
        return 2 * ((1229 * t + 643) % 2048) + 1;
    }

    private static List<Placed> kept(TableShape shape, long[] minutiae, int multiplier) {
        List<Placed> placed = placed(shape, minutiae, multiplier);
        int[] groups = placed.stream().mapToInt(Placed::group).sorted().toArray();
        int twice = IntStream.range(1, groups.length)
                .filter(i -> groups[i - 1] == groups[i])
                .map(i -> groups[i])
                .findFirst()
                .orElse(32);
        return placed.stream()
                .filter(p -> p.group < twice)
                .sorted(Comparator.comparingInt(Placed::group))
                .limit(shape.capacity())
                .toList();
    }

    private static List<Placed> placed(TableShape shape, long[] minutiae, int multiplier) {
        long modulus = -1L >>> 64 - shape.remainderBits();
        return IntStream.range(0, minutiae.length)
                .mapToObj(i -> {
                    long y = (minutiae[i] & modulus) * multiplier & modulus;
                    int stored = shape.storedBits();
                    return new Placed(i, (int) (y >>> stored), y & (1L << stored) - 1);
                })
                .toList();
    }

    private static void put(boolean[] bits, int at, int count, long value) {
        for (int i = 0; i < count; i++) {
            bits[at + i] = (value >>> i & 1) == 1;
        }
    }

    @Test
    void multipliersAreAllOddNumbersBelow4096() {
        int[] all = IntStream.range(0, MULTIPLIERS)
                .map(LineTableTest::multiplier)
                .sorted()
                .toArray();
        int[] odd = IntStream.range(0, MULTIPLIERS).map(i -> 2 * i + 1).toArray();
        assertArrayEquals(odd, all);
        for (int m : odd) {
            assertEquals(m, LineTable.LineHeader.multiplier(LineTable.LineHeader.header(5, m % 4 == 1, m)));
        }
    }

    // Compares the search with one that counts the minutiae of each class, a multiplier at a time.

    private record Choice(int multiplier, int limit) {}

    @Property(tries = 400)
    void findsTheChoiceOfTheSlowSearch(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(min = 1, max = 57) int payloadBits,
            @ForAll @IntRange(max = 24) int n,
            @ForAll @IntRange(max = 3) int shape,
            @ForAll long seed) {
        Random random = new Random(seed);
        TableShape table = TableShape.of(bits, 1L << random.nextInt(30), payloadBits, TableShape.MAIN_LOAD);
        // Those of shapes 1 to 3 have few classes, whatever the multiplier; many share one.
        long mask = shape == 0 ? -1 : shape == 1 ? 7 : shape == 2 ? 0x3FL << 60 : 1L << 63;
        long[] minutiae = random.longs(n)
                .map(m -> (m & mask) >>> 64 - bits | (shape == 1 ? m & 7 : 0))
                .toArray();
        check(table, minutiae);
    }

    @Example
    void countersDoNotOverflow() {
        TableShape table = TableShape.of(40, 1_000_000, 20, TableShape.MAIN_LOAD);
        for (int n : new int[] {4, 5, 15, 16, 17, 63, 64, 65, 1_000}) {
            long[] same = new long[n];
            Arrays.fill(same, 12345);
            check(table, same);
            check(table, new Random(n).longs(n, 0, 1L << 40).toArray());
        }
    }

    private static void check(TableShape table, long[] minutiae) {
        TableWriter.MultiplierSearch search = new TableWriter.MultiplierSearch(table);
        long[] shifted = new long[minutiae.length + 3];
        System.arraycopy(minutiae, 0, shifted, 2, minutiae.length);
        search.choose(shifted, 2, 2 + minutiae.length);
        assertEquals(slow(table, minutiae), new Choice(search.multiplier(), search.limit()));
        assertTrue(search.multiplier() % 2 == 1 && search.multiplier() < 1 << 12);
    }

    private static Choice slow(TableShape table, long[] minutiae) {
        int[] multipliers = multipliers();
        for (int t = 0; t < multipliers.length && minutiae.length <= table.capacity(); t++) {
            if (Arrays.stream(classes(table, minutiae, multipliers[t])).max().orElse(0) <= 1) {
                return new Choice(multipliers[t], TableWriter.MultiplierSearch.NO_LIMIT);
            }
        }
        Choice best = null;
        int most = -1;
        for (int t = 0; t < 96 && most < table.capacity(); t++) {
            int[] classes = classes(table, minutiae, multipliers[t]);
            int limit = 0;
            int kept = 0;
            while (limit < 32 && classes[limit] + kept <= table.capacity() && classes[limit] <= 1) {
                kept += classes[limit++];
            }
            if (kept > most) {
                most = kept;
                best = new Choice(multipliers[t], limit);
            }
        }
        return best;
    }

    /** How many minutiae each class has. */
    private static int[] classes(TableShape table, long[] minutiae, int multiplier) {
        int[] classes = new int[32];
        long mask = -1L >>> 64 - table.remainderBits();
        for (long m : minutiae) {
            classes[(int) (((m & mask) * multiplier & mask) >>> table.storedBits())]++;
        }
        return classes;
    }

    private static int[] multipliers() {
        int[] odd = new int[1 << 11];
        for (int t = 0; t < odd.length; t++) {
            odd[t] = 2 * ((1229 * t + 643) % 2048) + 1;
        }
        return odd;
    }

    // Compares the search with a sorted array, also where the minutiae are not uniform.

    @Test
    void findsEachEntryAndNothingElse() throws IOException {
        for (int bits : new int[] {32, 40, 57, 64}) {
            long mask = -1L >>> 64 - bits;
            long base = listRandom.nextLong();
            LongUnaryOperator[] distributions = {
                i -> listRandom.nextLong(),
                i -> i,
                i -> -1 - i,
                i -> base + i,
                i -> i << bits - 12,
                i -> i % 10 == 0 ? listRandom.nextLong() : base + i % 500,
                i -> listRandom.nextLong() >>> listRandom.nextInt(64)
            };
            for (LongUnaryOperator distribution : distributions) {
                for (int size : new int[] {0, 1, 2, 63, 64, 65, 66, 67, 1_000, 3_000}) {
                    check(bits, size, i -> distribution.applyAsLong(i) & mask);
                }
            }
        }
    }

    private void check(int bits, int size, LongUnaryOperator minutia) throws IOException {
        // Sorting signed numbers that have the sign bit flipped sorts unsigned ones.
        long[] flipped = LongStream.range(0, size)
                .map(minutia)
                .map(m -> m ^ Long.MIN_VALUE)
                .distinct()
                .sorted()
                .toArray();
        SpilledEntries entries = entries(bits, flipped);
        for (int i = 0; i < flipped.length; i += 1 + flipped.length / 200) {
            long held = flipped[i] ^ Long.MIN_VALUE;
            for (long asked : new long[] {held, held - 1, held + 1, held ^ 1L << listRandom.nextInt(bits)}) {
                long queried = asked & -1L >>> 64 - bits;
                int at = Arrays.binarySearch(flipped, queried ^ Long.MIN_VALUE);
                assertEquals(at < 0 ? LineTable.ABSENT : at, entries.find(queried));
            }
        }
        for (long queried : new long[] {0, -1L >>> 64 - bits}) {
            int at = Arrays.binarySearch(flipped, queried ^ Long.MIN_VALUE);
            assertEquals(at < 0 ? LineTable.ABSENT : at, entries.find(queried));
        }
    }

    /** Entries whose payload is their place. */
    private SpilledEntries entries(int bits, long[] flipped) throws IOException {
        try (EntryRuns runs = new EntryRuns(1, Long.MAX_VALUE, new ScratchSpace(Path.of("")))) {
            long[] minutiae =
                    Arrays.stream(flipped).map(m -> m ^ Long.MIN_VALUE).toArray();
            runs.put(0, minutiae, LongStream.range(0, flipped.length).toArray(), flipped.length);
            int partBits = listRandom.nextBoolean() ? 30 : 6 + listRandom.nextInt(6);
            byte[] bytes = TestTable.spilled(runs, bits, PAYLOAD_BITS);
            return new SpilledEntries(TestTable.parts(bytes, partBits), flipped.length, bits, PAYLOAD_BITS);
        }
    }
}
