package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.TryFolder;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.scheme.Scheme;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.TestSegments.Doc;
import io.whorl.store.TestSegments.TestTable;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Compares the table with a {@link HashMap}. */
class MinutiaTableTest extends TryFolder {
    private static final ExecutorService THREADS = Executors.newFixedThreadPool(3, DaemonThreads.named("segments"));

    /** The distribution of minutiae. Hashed ones are uniform, but a plug-in strategy or an attacker can choose them. */
    enum Distribution {
        UNIFORM,
        CONSECUTIVE,
        TOP_ALIGNED,
        CLUSTERED,
        IN_ONE_LINE
    }

    @Property(tries = 120)
    void answersLikeAMap(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(min = 1, max = 57) int payloadBits,
            @ForAll @IntRange(max = 20_000) int size,
            @ForAll Distribution distribution,
            @ForAll @IntRange(max = 12) int runBits,
            @ForAll @IntRange(min = 6, max = 30) int partBits,
            @ForAll boolean inMemory,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        long[] minutiae = minutiae(distribution, bits, size, random);
        long[] payloads = new long[minutiae.length];
        Map<Long, Long> model = new HashMap<>();
        for (int i = 0; i < minutiae.length; i++) {
            payloads[i] = random.nextLong() >>> (64 - payloadBits);
            model.put(minutiae[i], payloads[i]);
        }
        long memory = inMemory ? 1L << 40 : 0;
        TestTable.Layout layout = new TestTable.Layout(runBits, memory, partBits, random);
        TestTable t = TestTable.of(bits, payloadBits, minutiae, payloads, layout, directory, THREADS);
        // Of one run in memory, read in one part.
        TestTable.Layout one = new TestTable.Layout(0, 1L << 40, 30, random);
        assertArrayEquals(
                TestTable.of(bits, payloadBits, minutiae, payloads, one, directory, THREADS)
                        .bytes(),
                t.bytes());
        checkCursor(t.table().cursor(), minutiae, payloads, any -> true);
        checkRanges(t.table(), minutiae, payloads, bits, random);
        checkParts(t.table());
        checkLookUps(t.table(), model, queried(minutiae, bits, random));
    }

    /** Each task takes heap, and a table of many gigabytes has a million runs. */
    @Example
    void manyRunsShareTasks() throws IOException {
        TableShape shape = TableShape.of(40, 1_000, 20);
        ScratchSpace scratch = new ScratchSpace(directory);
        Path file = directory.resolve("tasks");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                EntryRuns entries = new EntryRuns(1 << 16, 0, scratch);
                EntryRuns overflow = new EntryRuns(1 << 16, 0, scratch)) {
            assertEquals(
                    1 << 12,
                    new TableWriter(channel, 0, shape, entries, overflow)
                            .tasks()
                            .size());
        }
    }

    @Property
    void theFirstMinutiaOfALineIsExact(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @LongRange(min = 2, max = 1L << 40) long lines,
            @ForAll long seed) {
        long line = new Random(seed).nextLong(lines);
        BigInteger[] least = BigInteger.valueOf(line).shiftLeft(bits).divideAndRemainder(BigInteger.valueOf(lines));
        TableShape shape = new TableShape(bits, lines, Math.min(bits, 63), 1);
        assertEquals(least[0].longValue() + least[1].signum(), shape.firstOf(line));
    }

    @Example
    void usesLinesAndOverflow() throws IOException {
        Random random = new Random(7);
        TestTable.Layout layout = new TestTable.Layout(8, 1L << 40, 30, random);
        long[] uniform = minutiae(Distribution.UNIFORM, 40, 20_000, random);
        TestTable u = TestTable.of(40, 21, uniform, new long[uniform.length], layout, directory, THREADS);
        assertTrue(u.overflowed() > 0 && u.overflowed() < uniform.length / 6, u.overflowed() + " overflowed");
        long[] adversarial = minutiae(Distribution.IN_ONE_LINE, 40, 40_000, random);
        long[] payloads = random.longs(adversarial.length, 0, 1 << 21).toArray();
        TestTable a = TestTable.of(40, 21, adversarial, payloads, layout, directory, THREADS);
        assertTrue(a.overflowed() > 2 * TableWriter.PIECE, a.overflowed() + " overflowed");
        checkCursor(a.table().cursor(), adversarial, payloads, any -> true);
    }

    /** A merge relies on the order, which look-ups in a small bucket do not need. */
    @Example
    void anOverflowThatDoesNotAscendIsDamaged() {
        ByteBuffer entries = ByteBuffer.allocate(19).order(ByteOrder.LITTLE_ENDIAN);
        entries.putInt(0, 5).putInt(6, 3);
        OverflowTable table = new OverflowTable(
                MappedBytes.of(entries.array()),
                new MappedBytes.FixedNumbers(MappedBytes.of(new byte[] {0, 2}), 1),
                2,
                40,
                8);
        assertEquals(0, table.find(3));
        OverflowTable.Cursor cursor = table.new Cursor(0);
        assertTrue(cursor.next());
        assertThrows(IndexOutOfBoundsException.class, cursor::next);
    }

    /** The entries of a cursor are those of the minutiae that are wanted. */
    private static void checkCursor(MinutiaCursor cursor, long[] minutiae, long[] payloads, LongPredicate wanted) {
        for (int i = 0; i < minutiae.length; i++) {
            if (wanted.test(minutiae[i])) {
                assertTrue(cursor.next());
                assertEquals(minutiae[i], cursor.minutia());
                assertEquals(payloads[i], cursor.payload());
            }
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
            checkCursor(table.cursor(first, last), minutiae, payloads, m -> m >>> shift == drawn >>> shift);
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
            queried[n++] = m ^ (1L << random.nextInt(bits));
            queried[n++] = (m + 1) & mask(bits);
            queried[n++] = (m - 1) & mask(bits);
        }
        while (n < queried.length) {
            queried[n++] = random.nextLong() & mask(bits);
        }
        return queried;
    }

    private static long mask(int bits) {
        return -1L >>> (64 - bits);
    }

    private static long[] minutiae(Distribution distribution, int bits, int size, Random random) {
        long base = random.nextLong();
        long[] drawn = new long[size];
        for (int i = 0; i < size; i++) {
            drawn[i] = mask(bits)
                    & switch (distribution) {
                        case UNIFORM -> random.nextLong();
                        case CONSECUTIVE -> base + i;
                        case TOP_ALIGNED -> (long) i << (bits - 15);
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

    // The table of documents and the set of dead ones.

    @Provide
    Arbitrary<Set<String>> ids() {
        Arbitrary<String> any = Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(30)
                .filter(s -> new String(RandomCorpus.utf8(s), java.nio.charset.StandardCharsets.UTF_8).equals(s));
        Arbitrary<String> alike = Arbitraries.strings()
                .withChars("ab/\u0000\n\u00e9\uffff")
                .ofMinLength(1)
                .ofMaxLength(40);
        return Arbitraries.oneOf(any, alike).set().ofMaxSize(120);
    }

    @Property(tries = 150)
    void returnsEveryDocument(
            @ForAll("ids") Set<String> ids,
            @ForAll @IntRange(min = 6, max = 30) int partBits,
            @ForAll @IntRange(max = 40) int extraBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        List<Doc> documents = new ArrayList<>();
        for (String id : ids) {
            byte[] extra = new byte[extraBytes == 0 ? 0 : random.nextInt(extraBytes)];
            random.nextBytes(extra);
            documents.add(new Doc(
                    id,
                    random.nextLong() >>> (1 + random.nextInt(63)),
                    random.nextInt(1 << random.nextInt(31)),
                    extra));
        }
        check(TestSegments.sorted(documents), partBits, random);
    }

    @Example
    void storesTheLongestIdsAndTheirPrefixes() throws IOException {
        String longest = "x".repeat(DocumentTable.LONGEST_ID);
        List<Doc> documents = new ArrayList<>();
        for (int cut : new int[] {0, 1, 2, 60_000, 65_000, 65_534}) {
            documents.add(new Doc(longest.substring(cut), cut, 1, new byte[0]));
            documents.add(new Doc(longest.substring(cut + 1) + "y", cut, 1, new byte[3]));
        }
        for (int partBits : new int[] {6, 12, 30}) {
            check(TestSegments.sorted(documents), partBits, new Random(1));
        }
    }

    private void check(List<Doc> sorted, int partBits, Random random) throws IOException {
        Path file = directory.resolve("documents.whs");
        Segment segment = TestSegments.write(file, Scheme.builder().build(), sorted, out -> {}, partBits);
        assertEquals(
                List.of(),
                SegmentCheck.problems(segment).stream()
                        .filter(p -> !p.contains("minutiae; its record"))
                        .toList());
        DocumentTable table = segment.documents();
        assertEquals(sorted.size(), table.size());
        Set<String> present = new HashSet<>();
        for (int i = 0; i < sorted.size(); i++) {
            Doc d = sorted.get(i);
            assertEquals(d.id(), table.id(i));
            assertEquals(d.words(), table.words(i));
            assertEquals(d.minutiae(), table.minutiae(i));
            assertArrayEquals(d.extra(), table.extra(i));
            assertEquals(i, table.find(d.id()));
            present.add(d.id());
        }
        for (Doc d : sorted) {
            for (String near : List.of(d.id() + "\u0000", d.id() + "a", d.id().substring(1), "", "\uffff" + d.id())) {
                if (!present.contains(near)) {
                    assertEquals(-1, table.find(near), near);
                }
            }
        }
        assertThrows(IndexOutOfBoundsException.class, () -> table.id(sorted.size()));
        assertThrows(IndexOutOfBoundsException.class, () -> table.id(-1));
        Files.delete(file);
    }

    // Compares a set of dead documents, and all its earlier states, with a {@link BitSet}.

    private record State(DeadDocuments dead, BitSet model) {}

    /** The names of later generations have more digits. */
    @Example
    void aRepairFindsTheNewestFile() throws IOException {
        DeadDocuments older = DeadDocuments.none(100).with(new long[] {1}, 1);
        String segment = IndexFiles.segment(7);
        older.writeTo(directory.resolve(IndexFiles.deaths(segment, 999_999)));
        String newest = IndexFiles.deaths(segment, 1_000_000);
        older.with(new long[] {2}, 1).writeTo(directory.resolve(newest));
        assertEquals(Optional.of(new SegmentFile.Deaths(newest, 2)), IndexFiles.newestDeaths(directory, segment, 100));
    }

    @Property(tries = 150)
    void agreesWithBitSet(
            @ForAll @IntRange(min = 1, max = 20_000) int documents,
            @ForAll boolean sealed,
            @ForAll @IntRange(max = 8) int steps,
            @ForAll long seed) {
        Random random = new Random(seed);
        BitSet model = new BitSet(documents);
        if (sealed) {
            random.ints(random.nextInt(documents + 1), 0, documents).forEach(model::set);
        }
        DeadDocuments dead = sealed
                ? DeadDocuments.sealed(documents, words(model, documents), model.cardinality())
                : DeadDocuments.none(documents);
        List<State> states = new ArrayList<>(List.of(new State(dead, (BitSet) model.clone())));
        for (int i = 0; i < steps; i++) {
            long[] more = random.longs(random.nextInt(200), 0, documents).toArray();
            int n = random.nextInt(more.length + 1);
            dead = dead.with(more, n);
            assertSame(dead, dead.with(more, n));
            Arrays.stream(more, 0, n).forEach(d -> model.set((int) d));
            states.add(new State(dead, (BitSet) model.clone()));
        }
        // Checks the earlier states, too: the pages that they share with later ones must not have changed.
        for (State s : states) {
            assertAgrees(s, documents);
            assertThrows(IndexOutOfBoundsException.class, () -> s.dead.with(new long[] {documents}, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> s.dead.with(new long[] {-1}, 1));
        }
    }

    private static void assertAgrees(State s, int documents) {
        assertEquals(documents, s.dead.documents());
        assertEquals(s.model.cardinality(), s.dead.count());
        assertEquals(s.model.isEmpty(), s.dead.isEmpty());
        for (int d = 0; d < documents; d++) {
            assertEquals(s.model.get(d), s.dead.contains(d));
            assertEquals(s.model.nextSetBit(d), s.dead.next(d));
        }
        assertEquals(-1, s.dead.next(documents));
    }

    private static MappedBytes words(BitSet bits, int documents) {
        ByteBuffer bytes = ByteBuffer.allocate((documents + 63) / 64 * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : bits.toLongArray()) {
            bytes.putLong(word);
        }
        return MappedBytes.of(bytes.array());
    }

    // The bytes of lines, compared with docs/FORMAT.md, computed slowly.

    private static final int MULTIPLIERS = 2048;
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
            shapes.add(TableShape.of(bits, 1L << random.nextInt(30), 1 + random.nextInt(57)));
        }
        for (TableShape shape : shapes) {
            for (int n : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 24, 40, 65, 300}) {
                for (long mask : MASKS) {
                    long[] minutiae = random.longs(n)
                            .map(m -> ((m & mask) >>> (Long.SIZE - shape.bits())) | (m & mask & 7))
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
        int link = random.nextInt(LineTable.LINKED);
        packer.pack(minutiae, payloads, 0, minutiae.length, 1L << link);
        List<Integer> left = new ArrayList<>();
        String what = minutiae.length + " minutiae, " + shape;
        assertArrayEquals(
                line(shape, minutiae, payloads, link, left),
                Arrays.copyOf(packer.line, TableWriter.LinePacker.WORDS),
                what);
        int[] unplaced =
                IntStream.range(0, packer.unplaced()).map(packer::unplaced).toArray();
        assertArrayEquals(left.stream().mapToInt(i -> i).toArray(), unplaced, what);
    }

    private static long[] line(TableShape shape, long[] minutiae, long[] payloads, int link, List<Integer> left) {
        int multiplier = multiplier(shape, minutiae, link);
        List<Placed> kept = kept(shape, minutiae, multiplier);
        boolean[] bits = new boolean[512];
        boolean complete = kept.size() == minutiae.length;
        bits[32] = complete;
        put(bits, 33, 11, multiplier >>> 1);
        int at = 44 + kept.size() * shape.entryBits();
        for (Placed placed : kept) {
            at -= shape.entryBits();
            bits[placed.group] = true;
            put(bits, at, shape.storedBits(), placed.rest);
            put(bits, at + shape.storedBits(), shape.payloadBits(), payloads[placed.index]);
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

    private static int multiplier(TableShape shape, long[] minutiae, int link) {
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
        int best = -1;
        for (int t = 0; t < MULTIPLIERS; t++) {
            if (multiplier(t) >>> 6 == link) {
                int kept = kept(shape, minutiae, multiplier(t)).size();
                best = best < 0
                                || kept
                                        > kept(shape, minutiae, multiplier(best))
                                                .size()
                        ? t
                        : best;
            }
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
        boolean crowded = IntStream.range(3, groups.length).anyMatch(i -> groups[i - 3] == groups[i]);
        return placed.stream()
                .filter(p -> !crowded && p.group < twice)
                .sorted(Comparator.comparingInt(Placed::group))
                .limit(shape.capacity())
                .toList();
    }

    private static List<Placed> placed(TableShape shape, long[] minutiae, int multiplier) {
        long modulus = -1L >>> (64 - shape.keyBits());
        return Repeated.list(minutiae.length, i -> {
            long y = ((minutiae[i] & (shape.guest() - 1)) * multiplier) & modulus;
            int stored = shape.storedBits();
            return new Placed(i, (int) (y >>> stored), y & ((1L << stored) - 1));
        });
    }

    private static void put(boolean[] bits, int at, int count, long value) {
        for (int i = 0; i < count; i++) {
            bits[at + i] = ((value >>> i) & 1) == 1;
        }
    }
}
