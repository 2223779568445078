package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares every way to look up a minutia with a reader that takes one bit at a time, as docs/FORMAT.md says. */
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
}
