package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.store.TestSegments.TestTable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Compares the table with a {@link HashMap}. */
class MinutiaTableTest {
    private static ExecutorService threads;
    private static Path scratch;

    /** The distribution of minutiae. Hashed ones are uniform, but a plug-in strategy or an attacker can choose them. */
    enum Distribution {
        UNIFORM,
        CONSECUTIVE,
        TOP_ALIGNED,
        CLUSTERED,
        IN_ONE_LINE
    }

    @BeforeContainer
    static void begin() throws IOException {
        threads = Executors.newFixedThreadPool(3);
        scratch = Files.createTempDirectory("table-test");
    }

    @AfterContainer
    static void end() throws IOException {
        threads.shutdown();
        Files.delete(scratch);
    }

    @Property(tries = 120)
    void answersLikeAMap(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(min = 1, max = 57) int payloadBits,
            @ForAll @IntRange(max = 20_000) int size,
            @ForAll Distribution distribution,
            @ForAll @IntRange(max = 10) int runBits,
            @ForAll @IntRange(min = 6, max = 30) int partBits,
            @ForAll boolean inMemory,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        long[] minutiae = minutiae(distribution, bits, size, random);
        long[] payloads = new long[minutiae.length];
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < minutiae.length; i++) {
            payloads[i] = random.nextLong() >>> 64 - payloadBits;
            model.put(minutiae[i], payloads[i]);
        }
        long memory = inMemory ? 1L << 40 : 0;
        TestTable.Layout layout = new TestTable.Layout(runBits, memory, partBits, 1 << random.nextInt(15), random);
        TestTable t = TestTable.of(bits, payloadBits, minutiae, payloads, layout, scratch, threads);
        checkCursor(t.table(), minutiae, payloads);
        checkRanges(t.table(), minutiae, payloads, bits, random);
        checkParts(t.table());
        checkLookUps(t.table(), model, queried(minutiae, bits, random));
    }

    @Property(tries = 20)
    void bytesDoNotDependOnRunsMemoryAndThreads(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(max = 5_000) int size,
            @ForAll Distribution distribution,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        long[] minutiae = minutiae(distribution, bits, size, random);
        long[] payloads = Arrays.stream(minutiae).map(m -> m * 31 >>> 44).toArray();
        byte[] expected = TestTable.of(
                        bits,
                        20,
                        minutiae,
                        payloads,
                        new TestTable.Layout(8, 1L << 40, 30, 1 << 14, random),
                        scratch,
                        threads)
                .bytes();
        for (int runBits : new int[] {0, 3, 8, 9, 12, 14}) {
            TestTable.Layout layout = new TestTable.Layout(runBits, runBits * 1_000L, 30, runBits, random);
            assertArrayEquals(
                    expected,
                    TestTable.of(bits, 20, minutiae, payloads, layout, scratch, threads)
                            .bytes(),
                    "runs 2^" + runBits);
        }
    }

    /** Each task takes heap, and a table of many gigabytes has a million runs. */
    @Example
    void manyRunsShareTasks() throws IOException {
        TableShape shape = TableShape.of(40, 1_000, 20, TableShape.MAIN_LOAD);
        Path file = Files.createTempFile(scratch, "tasks", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                EntryRuns entries = new EntryRuns(1 << 16, 0, new ScratchSpace(scratch));
                EntryRuns overflow = new EntryRuns(1 << 17, 0, new ScratchSpace(scratch))) {
            assertEquals(
                    1 << 12,
                    new TableWriter(channel, 0, shape, Optional.empty(), entries, overflow)
                            .tasks()
                            .size());
        } finally {
            Files.delete(file);
        }
    }

    @Example
    void usesAllThreeLevels() throws IOException {
        Random random = new Random(7);
        TestTable.Layout layout = new TestTable.Layout(8, 1L << 40, 30, 1 << 14, random);
        long[] uniform = minutiae(Distribution.UNIFORM, 40, 20_000, random);
        TestTable u = TestTable.of(40, 21, uniform, new long[uniform.length], layout, scratch, threads);
        assertTrue(u.overflowed() > 0 && u.overflowed() < uniform.length / 6, u.overflowed() + " overflowed");
        long[] adversarial = minutiae(Distribution.IN_ONE_LINE, 40, 20_000, random);
        TestTable a = TestTable.of(40, 21, adversarial, new long[adversarial.length], layout, scratch, threads);
        assertTrue(a.spilled() > 10_000, a.spilled() + " spilled");
    }

    private static void checkCursor(MinutiaTable table, long[] minutiae, long[] payloads) {
        MinutiaCursor cursor = table.cursor();
        for (int i = 0; i < minutiae.length; i++) {
            assertTrue(cursor.next());
            assertEquals(minutiae[i], cursor.minutia());
            assertEquals(payloads[i], cursor.payload());
        }
        assertFalse(cursor.next());
        assertFalse(cursor.next());
    }

    /** Some ranges of equal leading bits. */
    private static void checkRanges(MinutiaTable table, long[] minutiae, long[] payloads, int bits, Random random) {
        for (int i = 0; i < 8; i++) {
            int shift = bits - 8 - random.nextInt(12);
            long drawn =
                    minutiae.length == 0 ? random.nextLong() & mask(bits) : minutiae[random.nextInt(minutiae.length)];
            long first = drawn >>> shift << shift;
            long last = first + (1L << shift) - 1;
            MinutiaCursor cursor = table.cursor(first, last);
            for (int m = 0; m < minutiae.length; m++) {
                if (minutiae[m] >>> shift == drawn >>> shift) {
                    assertTrue(cursor.next());
                    assertEquals(minutiae[m], cursor.minutia());
                    assertEquals(payloads[m], cursor.payload());
                }
            }
            assertFalse(cursor.next());
        }
    }

    /** The parts one after another are the whole table. */
    private static void checkParts(MinutiaTable table) {
        MinutiaCursor whole = table.cursor();
        for (int part = 0; part < table.parts(); part++) {
            for (MinutiaCursor cursor = table.cursor(part); cursor.next(); ) {
                assertTrue(whole.next());
                assertEquals(whole.minutia(), cursor.minutia());
                assertEquals(whole.payload(), cursor.payload());
            }
        }
        assertFalse(whole.next());
    }

    private static void checkLookUps(MinutiaTable table, Map<Long, Long> model, long[] queried) {
        long[] found = new long[queried.length + 2];
        found[0] = -7;
        found[queried.length + 1] = -7;
        long[] shifted = new long[queried.length + 2];
        System.arraycopy(queried, 0, shifted, 1, queried.length);
        table.findAll(shifted, 1, queried.length + 1, found, new MinutiaTable.Scratch());
        assertEquals(-7, found[0]);
        assertEquals(-7, found[queried.length + 1]);
        for (int i = 0; i < queried.length; i++) {
            long expected = model.getOrDefault(queried[i], MinutiaTable.ABSENT);
            assertEquals(expected, table.find(queried[i]), () -> "find");
            assertEquals(expected, found[i + 1], () -> "findAll");
        }
    }

    /** Hits, misses, and near misses: each minutia with one bit changed, and its neighbours. */
    private static long[] queried(long[] minutiae, int bits, Random random) {
        long[] queried = new long[minutiae.length * 4 + 500];
        int n = 0;
        for (long m : minutiae) {
            queried[n++] = m;
            queried[n++] = m ^ 1L << random.nextInt(bits);
            queried[n++] = m + 1 & mask(bits);
            queried[n++] = m - 1 & mask(bits);
        }
        while (n < queried.length) {
            queried[n++] = random.nextLong() & mask(bits);
        }
        return queried;
    }

    private static long mask(int bits) {
        return -1L >>> 64 - bits;
    }

    private static long[] minutiae(Distribution distribution, int bits, int size, Random random) {
        long base = random.nextLong();
        long[] drawn = new long[size];
        for (int i = 0; i < size; i++) {
            drawn[i] = mask(bits)
                    & switch (distribution) {
                        case UNIFORM -> random.nextLong();
                        case CONSECUTIVE -> base + i;
                        case TOP_ALIGNED -> (long) i << bits - 15;
                        case CLUSTERED -> random.nextInt(10) == 0 ? random.nextLong() : base + random.nextInt(1 << 16);
                        case IN_ONE_LINE -> base + random.nextInt(1 << 20);
                    };
        }
        if (size > 1) {
            drawn[0] = 0;
            drawn[1] = mask(bits);
        }
        return Arrays.stream(drawn)
                .map(m -> m ^ Long.MIN_VALUE)
                .sorted()
                .distinct()
                .map(m -> m ^ Long.MIN_VALUE)
                .toArray();
    }
}
