package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.EntryRuns;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.Test;

/** Compares merged segments with builds of the living documents, in slices too. */
class SegmentMergeTest {
    /** Memory for five million postings. */
    private static final long ENOUGH = 1 << 28;

    private static ExecutorService threads;
    private Path directory;
    private int files;
    private static final Path SCRATCH = Path.of(System.getProperty("java.io.tmpdir"));
    private final SegmentSlices slices = new SegmentSlices(null, new EntryRuns(9, 0, new ScratchSpace(SCRATCH)), 0, 0);
    private final List<Integer> made = new ArrayList<>();

    @BeforeContainer
    static void start() {
        threads = Executors.newFixedThreadPool(3);
    }

    @AfterContainer
    static void stop() {
        threads.shutdown();
    }

    @BeforeTry
    void begin() throws IOException {
        directory = Files.createTempDirectory("merge");
    }

    @AfterTry
    void end() throws IOException {
        TestFiles.delete(directory);
    }

    @Property(tries = 30)
    void aMergedSegmentEqualsABulkBuildOfTheLiving(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 80) int documents,
            @ForAll @IntRange(min = 1, max = 6) int inputs,
            @ForAll @IntRange(max = 24) int memoryBits,
            @ForAll long seed)
            throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 400);
        byte[] expected = TestFiles.bulk(directory, drawn.scheme, corpus);
        List<Assembled> others = List.copyOf(
                Assembled.of(drawn.scheme, RandomCorpus.of(seed + 1, 20, 200)).values());
        List<SegmentMerge.Input> parts =
                parts(drawn.scheme, Assembled.of(drawn.scheme, corpus).values(), others, inputs, new Random(seed));
        assertMerges(expected, parts, 1L << memoryBits);
    }

    /** Adjacent minutiae, so that tables overflow and spill, many for each partition, with random ids. */
    @Property(tries = 20)
    void crowdedTablesAreMergedToTheSameBytes(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll boolean frequencies,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 6) int inputs,
            @ForAll @IntRange(max = 24) int memoryBits,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Scheme scheme = Scheme.builder().bits(bits).frequencies(frequencies).build();
        long[] crowded = crowded(bits, 20_000, random);
        List<Assembled> living = drawn("d", documents, crowded, random);
        List<Assembled> others = drawn("e", 10, crowded, random);
        Path whole = directory.resolve("whole.whs");
        assemble(scheme, living, whole);
        assertMerges(Files.readAllBytes(whole), parts(scheme, living, others, inputs, random), 1L << memoryBits);
    }

    @Example
    void blocksOfEntriesAndEveryLevelOfATableAreUsed() throws IOException {
        Random random = new Random(5);
        Scheme scheme = Scheme.builder().build();
        long base = 0x4242_0000_00L;
        long[] crowded = random.longs(60_000, base, base + (1 << 20)).distinct().toArray();
        List<Assembled> living = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            living.add(Assembled.drawn("d" + i, crowded, 5_000, random));
        }
        Path whole = directory.resolve("whole.whs");
        SegmentCounts counts = assemble(scheme, living, whole);
        assertTrue(counts.minutiae() > 40_000, "more of one leading byte than are handed in at a time");
        List<SegmentMerge.Input> parts = parts(scheme, living, drawn("e", 10, crowded, random), 3, random);
        for (long memory : new long[] {0, 1 << 12, 1 << 18, 1 << 26}) {
            assertMerges(Files.readAllBytes(whole), parts, memory);
        }
    }

    /** Beyond this number of distinct lists, merge and build forget them; remembered minutiae must be forgotten too. */
    @Example
    void aMergeForgetsListsWhereABuildDoes() throws IOException {
        Scheme scheme = Scheme.builder().build();
        int documents = 2_200;
        long distance = (1L << 40) / 2_400_000;
        long[][] minutiae = new long[documents][8_192];
        int[] size = new int[documents];
        int a = 0;
        int b = 1;
        for (int i = 0; i < 2_400_000; i++) {
            // Every pair of documents once, and one pair repeatedly.
            boolean common = i % 64 == 0;
            for (int d : common ? new int[] {0, 1} : new int[] {a, b}) {
                minutiae[d] = size[d] < minutiae[d].length ? minutiae[d] : Arrays.copyOf(minutiae[d], size[d] * 2);
                minutiae[d][size[d]++] = i * distance;
            }
            if (!common && ++b == documents) {
                b = ++a + 1;
            }
        }
        Path whole = directory.resolve("whole.whs");
        List<Assembled> all = new ArrayList<>();
        List<List<Assembled>> halves = List.of(new ArrayList<>(), new ArrayList<>());
        for (int d = 0; d < documents; d++) {
            Assembled drawn = new Assembled(
                    Assembled.utf8("d" + d), d, new byte[0], Arrays.copyOf(minutiae[d], size[d]), new int[0]);
            minutiae[d] = null;
            all.add(drawn);
            halves.get(d % 2).add(drawn);
        }
        assemble(scheme, all, whole, ENOUGH);
        Segment built = Segment.open(whole);
        assertNotEquals(
                built.table().find(0), built.table().find(64L * 37_499 * distance), "the common list is forgotten");
        List<SegmentMerge.Input> parts = new ArrayList<>();
        for (List<Assembled> half : halves) {
            Path part = directory.resolve("half-" + parts.size() + ".whs");
            assemble(scheme, half, part, ENOUGH);
            parts.add(alive(Segment.open(part)));
        }
        Path merged = directory.resolve("merged.whs");
        new SegmentMerge(parts, 1 << 26, new ScratchSpace(directory)).writeTo(merged);
        assertEquals(-1, Files.mismatch(whole, merged));
    }

    @Example
    void nothingOfDeadDocumentsRemains() throws IOException {
        for (BuiltSchemes s : BuiltSchemes.values()) {
            Path empty = directory.resolve("empty.whs");
            assemble(s.scheme, List.of(), empty);
            Collection<Assembled> dead =
                    Assembled.of(s.scheme, RandomCorpus.of(1, 10, 300)).values();
            List<SegmentMerge.Input> parts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Segment segment = segment(s.scheme, dead);
                parts.add(
                        new SegmentMerge.Input(segment, dead(segment, new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10)));
            }
            assertMerges(Files.readAllBytes(empty), parts, 1 << 20);
        }
    }

    @Example
    void aCancelledMergeLeavesNoFile() throws IOException {
        Random random = new Random(9);
        Scheme scheme = Scheme.builder().build();
        List<Assembled> living = drawn("d", 40, crowded(40, 20_000, random), random);
        List<SegmentMerge.Input> parts = parts(scheme, living, List.of(), 3, random);
        List<Path> before = TestFiles.segments(directory);
        int[] queries = new int[1];
        new SegmentMerge(parts, 0, new ScratchSpace(directory))
                .cancelled(() -> {
                    queries[0]++;
                    return false;
                })
                .writeTo(directory.resolve("whole.whs"));
        Files.delete(directory.resolve("whole.whs"));
        assertTrue(queries[0] > 250, "asked " + queries[0] + " times, in the table's runs too");
        for (int after = 0; after < queries[0]; after += after < 20 ? 1 : 23) {
            int[] left = {after};
            assertThrows(CancellationException.class, () -> new SegmentMerge(parts, 0, new ScratchSpace(directory))
                    .cancelled(() -> left[0]-- == 0)
                    .writeTo(directory.resolve("m.whs")));
            assertEquals(before, TestFiles.segments(directory));
        }
    }

    @Example
    void failureOfAnyThreadIsThrownItself() throws IOException {
        Random random = new Random(10);
        Scheme scheme = Scheme.builder().build();
        List<SegmentMerge.Input> parts =
                parts(scheme, drawn("d", 40, crowded(40, 20_000, random), random), List.of(), 3, random);
        for (int after = 3; after < 120; after += 9) {
            AtomicInteger left = new AtomicInteger(after);
            IllegalStateException e = assertThrows(
                    IllegalStateException.class, () -> new SegmentMerge(parts, 1 << 20, new ScratchSpace(directory))
                            .families(to -> {})
                            .threads(ParallelTasks.Runner.on(threads), 3)
                            .cancelled(() -> {
                                if (left.getAndDecrement() == 0) {
                                    throw new IllegalStateException("the caller fails");
                                }
                                return false;
                            })
                            .writeTo(directory.resolve("m.whs")));
            assertEquals("the caller fails", e.getMessage());
        }
    }

    @Example
    void damagedInputsAreNotMerged() throws IOException {
        Random random = new Random(11);
        Scheme scheme = Scheme.builder().build();
        Segment sound = segment(scheme, drawn("d", 20, crowded(40, 5_000, random), random));
        for (int i = 0; i < 40; i++) {
            byte[] bytes = Files.readAllBytes(sound.file());
            bytes[1_024 + scheme.toJson().length() + random.nextInt(bytes.length - 2_048)] ^=
                    (byte) (1 << random.nextInt(8));
            Path file = Files.write(directory.resolve("damaged-" + i + ".whs"), bytes);
            Segment damaged = Segment.open(file);
            if (SegmentCheck.problems(damaged).stream().allMatch(p -> p.contains("are not zero"))) {
                continue;
            }
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> new SegmentMerge(
                            List.of(alive(sound), alive(damaged)), 1 << 20, new ScratchSpace(directory))
                    .writeTo(directory.resolve("m.whs")));
            assertEquals(file, e.file());
            assertTrue(Files.notExists(directory.resolve("m.whs")));
        }
    }

    @Example
    void argumentsAreChecked() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(1, 10, 300);
        Scheme a = BuiltSchemes.DEFAULT.scheme;
        Scheme b = BuiltSchemes.NARROWEST.scheme;
        Segment one = segment(a, Assembled.of(a, corpus).values());
        Segment other = segment(b, Assembled.of(b, corpus).values());
        assertThrows(IllegalArgumentException.class, () -> new SegmentMerge(List.of(), 0, new ScratchSpace(directory))
                .count());
        assertThrows(
                IllegalArgumentException.class,
                () -> new SegmentMerge(List.of(alive(one)), -1, new ScratchSpace(directory)).count());
        assertThrows(
                IllegalArgumentException.class,
                () -> new SegmentMerge(List.of(alive(one), alive(other)), 0, new ScratchSpace(directory)).count());
        IllegalArgumentException twice = assertThrows(
                IllegalArgumentException.class,
                () -> new SegmentMerge(List.of(alive(one), alive(one)), 0, new ScratchSpace(directory)).count());
        assertTrue(twice.getMessage().contains("inputs 0 and 1"), twice.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new SegmentMerge.Input(one, DeadDocuments.none(11)));
    }

    private void assertMerges(byte[] expected, List<SegmentMerge.Input> parts, long memory) throws IOException {
        Path file = directory.resolve("merged.whs");
        SegmentCounts counts = new SegmentMerge(parts, memory, new ScratchSpace(directory)).writeTo(file);
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals(Segment.open(file).counts(), counts);
        assertEquals(counts, new SegmentMerge(parts, memory, new ScratchSpace(directory)).count());
        if (parts.stream().allMatch(part -> part.segment().families().isEmpty())) {
            // Families of one, so that the method for several threads is called.
            new SegmentMerge(parts, memory, new ScratchSpace(directory))
                    .families(to -> {})
                    .threads(ParallelTasks.Runner.on(threads), 3)
                    .writeTo(file);
            assertArrayEquals(expected, Files.readAllBytes(file), "three threads");
        }
    }

    /** More documents hold a minutia than threads may unite at the same time. */
    @Example
    void listsOfMostDocumentsAreMergedOneAtATime() throws IOException {
        Scheme scheme = Scheme.builder().build();
        int documents = MinutiaMerge.HolderUnion.LARGE + 1_000;
        long[] minutiae = LongStream.range(0, 4).map(i -> i << 36).toArray();
        List<Assembled> all = new ArrayList<>();
        List<List<Assembled>> halves = List.of(new ArrayList<>(), new ArrayList<>());
        for (int d = 0; d < documents; d++) {
            Assembled document = new Assembled(Assembled.utf8("d" + d), 1, new byte[0], minutiae, new int[0]);
            all.add(document);
            halves.get(d % 2).add(document);
        }
        Path whole = directory.resolve("whole.whs");
        assemble(scheme, all, whole);
        assertMerges(
                Files.readAllBytes(whole),
                List.of(alive(segment(scheme, halves.get(0))), alive(segment(scheme, halves.get(1)))),
                1 << 22);
    }

    /** Segments that contain each living document once, and also dead documents. */
    private List<SegmentMerge.Input> parts(
            Scheme scheme, Collection<Assembled> living, List<Assembled> others, int inputs, Random random)
            throws IOException {
        List<Map<String, Assembled>> alive = new ArrayList<>();
        List<Map<String, Assembled>> dead = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            alive.add(new TreeMap<>());
            dead.add(new TreeMap<>());
        }
        for (Assembled d : living) {
            int in = random.nextInt(inputs);
            alive.get(in).put(text(d), d);
            int earlier = random.nextInt(inputs);
            if (earlier != in && !others.isEmpty()) {
                // An earlier version of it, replaced since.
                Assembled o = others.get(random.nextInt(others.size()));
                dead.get(earlier)
                        .put(text(d), new Assembled(d.id(), o.words(), o.extra(), o.minutiae(), o.frequencies()));
            }
        }
        List<SegmentMerge.Input> parts = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            for (Assembled o : others) {
                String id = text(o);
                if (random.nextBoolean() && !alive.get(i).containsKey(id)) {
                    dead.get(i).put(id, o);
                }
            }
            List<Assembled> all = new ArrayList<>(alive.get(i).values());
            all.addAll(dead.get(i).values());
            Segment segment = segment(scheme, all);
            long[] ordinals = dead.get(i).keySet().stream()
                    .mapToLong(segment.documents()::find)
                    .toArray();
            parts.add(new SegmentMerge.Input(segment, dead(segment, ordinals, ordinals.length)));
        }
        return parts;
    }

    private static String text(Assembled document) {
        return new String(document.id(), StandardCharsets.UTF_8);
    }

    private static DeadDocuments dead(Segment segment, long[] ordinals, int n) {
        return DeadDocuments.none(segment.counts().documents()).with(ordinals, n);
    }

    private static SegmentMerge.Input alive(Segment segment) {
        return new SegmentMerge.Input(
                segment, DeadDocuments.none(segment.counts().documents()));
    }

    private Segment segment(Scheme scheme, Collection<Assembled> documents) throws IOException {
        Path file = directory.resolve("part-" + files++ + ".whs");
        assemble(scheme, documents, file);
        return Segment.open(file);
    }

    private SegmentCounts assemble(Scheme scheme, Collection<Assembled> documents, Path file) throws IOException {
        return assemble(scheme, documents, file, 1 << 24);
    }

    private SegmentCounts assemble(Scheme scheme, Collection<Assembled> documents, Path file, long memory)
            throws IOException {
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, memory, 1, directory)) {
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            return assembler.write(file);
        }
    }

    private static List<Assembled> drawn(String prefix, int documents, long[] pool, Random random) {
        List<Assembled> drawn = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            drawn.add(Assembled.drawn(prefix + i, pool, 2_000, random));
        }
        return drawn;
    }

    /** Some random minutiae, most of them in a few ranges. */
    private static long[] crowded(int bits, int n, Random random) {
        long[] bases = random.longs(3).toArray();
        return random.longs(n)
                .map(m -> m % 4 == 0 ? m : bases[(int) (m >>> 62) % 3] + (m & 0x7FFF))
                .map(m -> m & -1L >>> 64 - bits)
                .distinct()
                .toArray();
    }

    private void make(int end, SegmentSlices.Maker... makers) throws IOException {
        DaemonThreads.with(makers.length, threads -> {
            slices.make(List.of(makers), end, ParallelTasks.Runner.on(threads));
            return null;
        });
    }

    @Test
    void slicesAreMadeInOrderUpToTheEnd() throws IOException {
        make(2, made::add);
        assertEquals(List.of(0, 1), made);
        make(2, made::add);
        make(3, made::add);
        assertEquals(List.of(0, 1, 2), made);
    }

    @Test
    void noSliceIsBegunAfterAFailure() {
        IOException failure = new IOException("on purpose");
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> make(9, slice -> {
                            made.add(slice);
                            if (slice == 1) {
                                throw failure;
                            }
                        })));
        assertEquals(List.of(0, 1), made);
    }

    /** A slice that waits for an earlier one would otherwise wait for ever. */
    @Test
    void aThreadThatWaitsStopsWhenAnEarlierSliceFails() {
        IOException failure = new IOException("on purpose");
        CountDownLatch bothBegun = new CountDownLatch(2);
        SegmentSlices.Maker maker = slice -> {
            bothBegun.countDown();
            if (slice > 0) {
                SegmentSlices.Output output = slices.new Output();
                output.begin(slice);
                output.beforeLargeList();
                made.add(slice);
            }
            try {
                assertTrue(bothBegun.await(1, TimeUnit.MINUTES));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            throw failure;
        };
        assertSame(failure, assertThrows(IOException.class, () -> make(3, maker, maker)));
        assertEquals(List.of(), made);
    }
}
