package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The bytes of lines, compared with docs/FORMAT.md, computed slowly. */
class LineTableTest {
    private static final int MULTIPLIERS = 2048;
    private static final int FULL_MULTIPLIERS = 96;
    /**
     * Which bits of random minutiae remain: with few, many share a class by any multiplier; with none, all are equal.
     */
    private static final long[] MASKS = {-1, 7, 0x3FL << 58, 1L << 63, 0};

    /** A minutia of a line, by one multiplier. */
    private record Placed(int index, int group, long rest) {}

    @Test
    void linesHaveTheBytesOfTheDescription() {
        Random random = new Random(1);
        List<TableShape> shapes = new ArrayList<>(List.of(
                new TableShape(40, 1 << 20, 21, 23),
                new TableShape(40, 1 << 21, 19, 14),
                new TableShape(64, 1 << 10, 54, 12),
                new TableShape(64, 4, 62, 1),
                new TableShape(64, 2, 63, 1),
                new TableShape(32, 1 << 27, 5, 57)));
        for (int bits = 32; bits <= 64; bits += 3) {
            shapes.add(TableShape.of(bits, 1L << random.nextInt(30), 1 + random.nextInt(57), TableShape.MAIN_LOAD));
        }
        for (TableShape shape : shapes) {
            for (int n : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 24, 40, 65, 300}) {
                for (long mask : MASKS) {
                    long[] minutiae = random.longs(n)
                            .map(m -> (m & mask) >>> Long.SIZE - shape.bits() | m & mask & 7)
                            .toArray();
                    assertLine(shape, minutiae, random);
                }
            }
        }
    }

    private static void assertLine(TableShape shape, long[] minutiae, Random random) {
        long[] payloads =
                random.longs(minutiae.length, 0, 1L << shape.payloadBits()).toArray();
        TableWriter.LinePacker packer = new TableWriter.LinePacker(shape);
        packer.pack(minutiae, payloads, 0, minutiae.length);
        List<Integer> left = new ArrayList<>();
        String what = minutiae.length + " minutiae, " + shape;
        assertArrayEquals(
                line(shape, minutiae, payloads, left), Arrays.copyOf(packer.line, TableWriter.LinePacker.WORDS), what);
        int[] unplaced =
                IntStream.range(0, packer.unplaced()).map(packer::unplaced).toArray();
        assertArrayEquals(left.stream().mapToInt(i -> i).toArray(), unplaced, what);
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
        long modulus = -1L >>> 64 - shape.keyBits();
        return IntStream.range(0, minutiae.length)
                .mapToObj(i -> {
                    long y = (minutiae[i] & shape.guest() - 1) * multiplier & modulus;
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
}
