package io.whorl.build;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.TryFolder;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Compares merged segments with builds of the living documents, in slices too. */
class SegmentMergeTest extends TryFolder {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static ExecutorService threads;
    private int files;

    @BeforeContainer
    static void start() {
        threads = Executors.newFixedThreadPool(3);
    }

    @AfterContainer
    static void stop() {
        threads.shutdown();
    }

    /** Crowded minutiae are adjacent, so that tables overflow and spill, many for each partition. */
    @Property(tries = 40)
    void aMergedSegmentEqualsABulkBuildOfTheLiving(
            @ForAll BuiltSchemes drawn,
            @ForAll boolean crowded,
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(max = 80) int documents,
            @ForAll @IntRange(min = 1, max = 6) int inputs,
            @ForAll @IntRange(max = 24) int memoryBits,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Scheme scheme = drawn.scheme;
        byte[] expected;
        Collection<Assembled> living;
        List<Assembled> others;
        if (crowded) {
            scheme = Scheme.builder()
                    .bits(bits)
                    .frequencies(scheme.frequencies())
                    .build();
            long[] pool = crowded(bits, 20_000, random);
            living = drawn("d", documents, pool, random);
            others = drawn("e", 10, pool, random);
            Path whole = directory.resolve("whole.whs");
            assemble(scheme, living, whole);
            expected = Files.readAllBytes(whole);
        } else {
            Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 400);
            living = Assembled.of(scheme, corpus).values();
            others = List.copyOf(
                    Assembled.of(scheme, RandomCorpus.of(seed + 1, 20, 200)).values());
            expected = TestFiles.bulk(directory, scheme, corpus);
        }
        assertMerges(expected, parts(scheme, living, others, inputs, random), 1L << memoryBits);
    }

    @Example
    void blocksOfEntriesAndEveryLevelOfATableAreUsed() throws IOException {
        Random random = new Random(5);
        Scheme scheme = SCHEME;
        long base = 0x4242_0000_00L;
        long[] crowded = random.longs(60_000, base, base + (1 << 20)).distinct().toArray();
        List<Assembled> living = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            living.add(Assembled.drawn("d" + i, crowded, 5_000, random));
        }
        Path whole = directory.resolve("whole.whs");
        SegmentCounts counts = assemble(scheme, living, whole);
        assertTrue(counts.minutiae() > 40_000, "more of one leading byte than are handed in at a time");
        List<SealedPart> parts = parts(scheme, living, drawn("e", 10, crowded, random), 3, random);
        for (long memory : new long[] {0, 1 << 12, 1 << 18, 1 << 26}) {
            assertMerges(Files.readAllBytes(whole), parts, memory);
        }
    }

    /** Beyond this number of distinct lists, merge and build forget them; remembered minutiae must be forgotten too. */
    @Example
    void aMergeForgetsListsWhereABuildDoes() throws IOException {
        Scheme scheme = SCHEME;
        int mostLists = 20_000;
        int n = 23_040;
        int documents = 220;
        long distance = (1L << 40) / n;
        long[][] minutiae = new long[documents][n];
        int[] size = new int[documents];
        int a = 0;
        int b = 1;
        for (int i = 0; i < n; i++) {
            // Every pair of documents once, and one pair repeatedly.
            boolean common = i % 64 == 0;
            for (int d : common ? new int[] {0, 1} : new int[] {a, b}) {
                minutiae[d][size[d]++] = i * distance;
            }
            if (!common && ++b == documents) {
                b = ++a + 1;
            }
        }
        Path whole = directory.resolve("whole.whs");
        List<Assembled> all = new ArrayList<>();
        for (int d = 0; d < documents; d++) {
            all.add(new Assembled(
                    Assembled.utf8("d" + d), d, new byte[0], Arrays.copyOf(minutiae[d], size[d]), new int[0]));
        }
        assemble(scheme, all, whole, mostLists);
        Segment built = Segment.open(whole);
        assertNotEquals(
                built.table().find(0), built.table().find((n - 64L) * distance), "the common list is forgotten");
        Path merged = directory.resolve("merged.whs");
        for (long memory : new long[] {1 << 26, 0}) {
            new SegmentMerge(halves(all, mostLists), memory, new ScratchSpace(directory))
                    .mostLists(mostLists)
                    .writeTo(merged);
            assertEquals(-1, Files.mismatch(whole, merged));
        }
    }

    @Example
    void nothingOfDeadDocumentsRemains() throws IOException {
        for (BuiltSchemes s : BuiltSchemes.values()) {
            Path empty = directory.resolve("empty.whs");
            assemble(s.scheme, List.of(), empty);
            Collection<Assembled> dead =
                    Assembled.of(s.scheme, RandomCorpus.of(1, 10, 300)).values();
            List<SealedPart> parts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Segment segment = segment(s.scheme, dead);
                parts.add(new SealedPart(segment, dead(segment, new long[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 10)));
            }
            assertMerges(Files.readAllBytes(empty), parts, 1 << 20);
        }
    }

    @Example
    void aCancelledMergeLeavesNoFile() throws IOException {
        Random random = new Random(9);
        Scheme scheme = SCHEME;
        List<Assembled> living = drawn("d", 40, crowded(40, 20_000, random), random);
        List<SealedPart> parts = parts(scheme, living, List.of(), 3, random);
        List<Path> before = TestFiles.files(directory, ".*");
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
            assertEquals(before, TestFiles.files(directory, ".*"));
        }
    }

    @Example
    void failureOfAnyThreadIsThrownItself() throws IOException {
        Random random = new Random(10);
        Scheme scheme = SCHEME;
        List<SealedPart> parts =
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
        Scheme scheme = SCHEME;
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
        assertMessage(IllegalArgumentException.class, "inputs 0 and 1", () -> new SegmentMerge(
                        List.of(alive(one), alive(one)), 0, new ScratchSpace(directory))
                .count());
        assertThrows(IllegalArgumentException.class, () -> new SealedPart(one, DeadDocuments.none(11)));
    }

    private void assertMerges(byte[] expected, List<SealedPart> parts, long memory) throws IOException {
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
        long[] minutiae = LongStream.range(0, 4).map(i -> i << 36).toArray();
        List<Assembled> all = new ArrayList<>();
        for (int d = 0; d < MinutiaMerge.HolderUnion.LARGE + 1_000; d++) {
            all.add(new Assembled(Assembled.utf8("d" + d), 1, new byte[0], minutiae, new int[0]));
        }
        Path whole = directory.resolve("whole.whs");
        assemble(SCHEME, all, whole);
        List<SealedPart> parts = halves(all, ListPool.MOST);
        for (long memory : new long[] {0, 1 << 22}) {
            assertMerges(Files.readAllBytes(whole), parts, memory);
        }
    }

    /** Segments of every second document. */
    private List<SealedPart> halves(List<Assembled> all, int mostLists) throws IOException {
        List<SealedPart> parts = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            int rest = half;
            Path part = directory.resolve("half-" + half + ".whs");
            List<Assembled> some = IntStream.range(0, all.size())
                    .filter(d -> d % 2 == rest)
                    .mapToObj(all::get)
                    .toList();
            assemble(SCHEME, some, part, mostLists);
            parts.add(alive(Segment.open(part)));
        }
        return parts;
    }

    /** Segments that contain each living document once, and also dead documents. */
    private List<SealedPart> parts(
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
        List<SealedPart> parts = new ArrayList<>();
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
            parts.add(new SealedPart(segment, dead(segment, ordinals, ordinals.length)));
        }
        return parts;
    }

    private static String text(Assembled document) {
        return new String(document.id(), StandardCharsets.UTF_8);
    }

    private static DeadDocuments dead(Segment segment, long[] ordinals, int n) {
        return DeadDocuments.none(segment.counts().documents()).with(ordinals, n);
    }

    private static SealedPart alive(Segment segment) {
        return new SealedPart(segment, DeadDocuments.none(segment.counts().documents()));
    }

    private Segment segment(Scheme scheme, Collection<Assembled> documents) throws IOException {
        Path file = directory.resolve("part-" + files++ + ".whs");
        assemble(scheme, documents, file);
        return Segment.open(file);
    }

    private SegmentCounts assemble(Scheme scheme, Collection<Assembled> documents, Path file) throws IOException {
        return assemble(scheme, documents, file, ListPool.MOST);
    }

    private SegmentCounts assemble(Scheme scheme, Collection<Assembled> documents, Path file, int mostLists)
            throws IOException {
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, StoredKinds.NONE, 1 << 24, 1, directory)) {
            assembler.mostLists(mostLists);
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            return Assembled.write(assembler, file);
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

    // Merges segments with families, and merges that create families.

    /** Where the header of a segment has the length of the section FAMILIES. */
    private static final int LENGTH_OF_FAMILIES = 256 + 13 * 20 + 8;

    /**
     * Whichever members of the families of inputs die, and however the members of declared families are spread over
     * inputs, the result equals a segment of the living documents.
     */
    @Property(tries = 50)
    void familiesAreThoseOfTheLivingDocuments(
            @ForAll BuiltSchemes drawn,
            @ForAll boolean declared,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 4) int parts,
            @ForAll @IntRange(max = 100) int deaths,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Fingerprinter fingerprinter = Fingerprinter.of(drawn.scheme);
        Map<String, byte[]> living = new TreeMap<>();
        List<List<String>> families = new ArrayList<>();
        List<SealedPart> inputs = new ArrayList<>();
        for (Map<String, byte[]> corpus : corpora(documents, parts, random)) {
            Map<String, byte[]> alive = new TreeMap<>(corpus);
            List<List<String>> here = declared ? List.of() : SharedPostings.families(fingerprinter, corpus, random, 90);
            Segment segment = SharedPostings.with(segment(drawn.scheme, corpus), here, file());
            assertEquals(List.of(), SegmentCheck.problems(segment));
            alive.keySet().removeIf(id -> !declared && random.nextInt(100) < deaths);
            here.forEach(f -> families.add(f.stream().filter(alive::containsKey).toList()));
            long[] dead = corpus.keySet().stream()
                    .filter(id -> !alive.containsKey(id))
                    .mapToLong(segment.documents()::find)
                    .toArray();
            inputs.add(new SealedPart(segment, dead(segment, dead, dead.length)));
            living.putAll(alive);
        }
        families.addAll(declared ? SharedPostings.families(fingerprinter, living, random, 90) : List.of());
        Segment expected = SharedPostings.with(segment(drawn.scheme, living), families, file());
        Path plain = file();
        SegmentCounts counts = new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory)).writeTo(plain);
        assertEquals(counts, new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory)).count());
        Path merged = plain;
        if (declared) {
            merged = file();
            counts = merge(inputs, SharedPostings.source(inputs, families), merged);
            List<List<String>> ones =
                    families.stream().map(family -> family.subList(0, 1)).toList();
            Path nothing = file();
            merge(inputs, SharedPostings.source(inputs, ones), nothing);
            assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(nothing), "families of one are none");
        }
        byte[] bytes = Files.readAllBytes(merged);
        assertArrayEquals(Files.readAllBytes(expected.file()), bytes);
        assertEquals(expected.counts(), counts);
        assertEquals(List.of(), SegmentCheck.problems(Segment.open(merged)));
        boolean none = families.stream().allMatch(family -> family.size() < 2);
        assertEquals(none, Segment.open(merged).families().isEmpty());
        assertEquals(none, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(LENGTH_OF_FAMILIES) == 0);
    }

    /** So many documents that their numbers are in scratch files. */
    @Example
    void manyDocumentsShareTheirPostings() throws IOException {
        Scheme scheme = BuiltSchemes.DEFAULT.scheme;
        int documents = 50_000;
        List<Assembled> all = new ArrayList<>();
        for (int d = 0; d < documents; d++) {
            // A hundred contents; half of all documents have one of them.
            int content = d % 2 == 0 ? 0 : d % 100;
            all.add(new Assembled(
                    Assembled.utf8(String.format("%08d", d)),
                    d,
                    new byte[0],
                    new long[] {7 + content, 900_000 - content, 77_777_777},
                    new int[0]));
        }
        List<SealedPart> inputs = List.of(
                alive(segment(scheme, all.subList(0, 20_000))), alive(segment(scheme, all.subList(20_000, documents))));
        Path shared = file();
        SegmentCounts counts = merge(
                inputs,
                to -> {
                    for (int d = documents - 1; d >= 100; d--) {
                        to.alias(0, d % 2 == 0 ? 0 : d % 100, d < 20_000 ? 0 : 1, d < 20_000 ? d : d - 20_000);
                    }
                    for (int d = 2; d < 100; d += 2) {
                        to.alias(0, 0, 0, d);
                    }
                },
                shared);
        assertEquals(new SegmentCounts(documents, (long) documents * (documents - 1) / 2, 103, 102, 153), counts);
        Segment segment = Segment.open(shared);
        assertEquals(List.of(), SegmentCheck.problems(segment));
        assertEquals(2, segment.families().next(0));
        assertEquals(0, segment.families().next(documents - 2));

        // The first few members of each family die, and every second one.
        long[] dead = new long[documents];
        int n = 0;
        for (int d = 0; d < documents; d++) {
            if (d < 1_000 || d % 4 < 2) {
                dead[n++] = d;
            }
        }
        SealedPart some = new SealedPart(segment, DeadDocuments.none(documents).with(dead, n));
        Path left = file();
        counts = new SegmentMerge(List.of(some), 1 << 20, new ScratchSpace(directory)).writeTo(left);
        long words = LongStream.range(1_000, documents).filter(d -> d % 4 > 1).sum();
        // The contents of the odd living documents are 3 modulo 4.
        assertEquals(new SegmentCounts(documents - n, words, 26 * 2 + 1, 26 * 2, 26 * 3), counts);
        assertEquals(List.of(), SegmentCheck.problems(Segment.open(left)));
    }

    @Example
    void impossibleFamiliesAreRefused() throws IOException {
        Scheme scheme = BuiltSchemes.DEFAULT.scheme;
        List<Assembled> documents = new ArrayList<>();
        for (long[] minutiae : new long[][] {{1, 2}, {1, 2}, {1, 2, 3}, {}, {}}) {
            documents.add(new Assembled(Assembled.utf8("d" + documents.size()), 9, new byte[0], minutiae, new int[0]));
        }
        List<SealedPart> inputs = List.of(alive(segment(scheme, documents)));
        for (int[] family : new int[][] {{0, 2}, {3, 4}, {1, 0, 0}}) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> merge(inputs, reported(family), directory.resolve("m.whs")),
                    Arrays.toString(family));
            assertTrue(
                    e.getMessage().startsWith("document " + family[family.length - 1])
                            || e.getMessage().startsWith("document 3"),
                    e.getMessage());
            assertFalse(Files.exists(directory.resolve("m.whs")));
        }
        Path shared = file();
        merge(inputs, reported(1, 0), shared);
        assertThrows(
                IllegalArgumentException.class,
                () -> merge(List.of(alive(Segment.open(shared))), to -> {}, directory.resolve("m.whs")));
    }

    private static SegmentMerge.FamilySource reported(int... family) {
        return to -> {
            for (int i = 1; i < family.length; i++) {
                to.alias(0, family[0], 0, family[i]);
            }
        };
    }

    /** Few texts under many ids. */
    private static List<Map<String, byte[]>> corpora(int documents, int parts, Random random) {
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(random.nextLong(), 1 + documents / 6, 200).values());
        List<Map<String, byte[]>> corpora = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            corpora.add(new TreeMap<>());
        }
        RandomCorpus.of(random.nextLong(), documents, 0).keySet().forEach(id -> corpora.get(random.nextInt(parts))
                .put(id, texts.get(random.nextInt(texts.size()))));
        return corpora;
    }

    private SegmentCounts merge(List<SealedPart> inputs, SegmentMerge.FamilySource reported, Path to)
            throws IOException {
        return new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory))
                .families(reported)
                .writeTo(to);
    }

    private Path file() {
        return directory.resolve("segment-" + files++ + ".whs");
    }

    private Segment segment(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return segment(scheme, Assembled.of(scheme, corpus).values());
    }
}
