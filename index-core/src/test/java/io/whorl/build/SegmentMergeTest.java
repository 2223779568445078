package io.whorl.build;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.TryFolder;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares assembled and merged segments with builds of the living documents, in slices too. */
class SegmentMergeTest extends TryFolder {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final byte[] NONE = {};

    private int files;

    /** Crowded minutiae are adjacent, so that tables overflow and spill, many for each partition. */
    @Property(tries = 40)
    void assembledAndMergedSegmentsEqualABulkBuildOfTheLiving(
            @ForAll BuiltSchemes drawn,
            @ForAll boolean crowded,
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(max = 80) int documents,
            @ForAll @IntRange(min = 1, max = 6) int inputs,
            @ForAll @IntRange(min = 1, max = 3) int workers,
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
            living = drawn("d", documents, pool, 2_000, random);
            others = drawn("e", 10, pool, 2_000, random);
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
        assertAssembles(expected, scheme, new ArrayList<>(living), others, workers, 1L << memoryBits, random);
        assertMerges(expected, parts(scheme, living, others, inputs, random), 1L << memoryBits);
    }

    /** Documents arrive in any order and form, after earlier or unrelated versions that are then deleted. */
    private void assertAssembles(
            byte[] expected,
            Scheme scheme,
            List<Assembled> order,
            List<Assembled> wrong,
            int workers,
            long memory,
            Random random)
            throws IOException {
        Collections.shuffle(order, random);
        Path file = directory.resolve("assembled.whs");
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, StoredKinds.NONE, memory, workers, directory)) {
            int number = 0;
            long postings = 0;
            List<Posting> later = new ArrayList<>();
            for (int d = 0; d <= order.size(); d++) {
                for (int left = random.nextInt(3); left > 0; left--, number++) {
                    Assembled w = wrong.get(random.nextInt(wrong.size()));
                    byte[] id = d < order.size() && random.nextBoolean()
                            ? order.get(d).id()
                            : w.id();
                    assembler.put(w.as(id).logged(), NONE, true);
                    postings += w.minutiae().length;
                    assembler.delete(id);
                    assembler.delete(id);
                }
                postings += d < order.size() ? add(assembler, order.get(d), number++, later, random) : 0;
            }
            Collections.shuffle(later, random);
            for (Posting p : later) {
                assembler.add(p.minutia, p.document, p.frequency);
            }
            assertEquals(order.size(), assembler.documents());
            assertEquals(postings, assembler.postings());
            assertEquals(Assembled.write(assembler, file), Segment.open(file).counts());
            assertThrows(IllegalStateException.class, () -> Assembled.write(assembler, file));
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals(List.of(), SegmentCheck.problems(Segment.open(file)));
    }

    private record Posting(long minutia, int document, int frequency) {}

    /**
     * Adds a document with counts, with repetitions, or without postings, which then follow. Returns how many it has.
     */
    private static long add(SegmentAssembler assembler, Assembled d, int number, List<Posting> later, Random random)
            throws IOException {
        long[] minutiae = d.minutiae();
        switch (random.nextInt(3)) {
            case 0 -> assertEquals(number, d.addTo(assembler));
            case 1 -> {
                List<Long> repeated = new ArrayList<>();
                for (int i = 0; i < minutiae.length; i++) {
                    int times = d.frequencies().length == 0 ? 1 + random.nextInt(3) : d.frequencies()[i];
                    repeated.addAll(Collections.nCopies(times, minutiae[i]));
                }
                Collections.shuffle(repeated, random);
                long[] selected = repeated.stream().mapToLong(m -> m).toArray();
                assertEquals(number, assembler.append(d.with(selected).logged(), NONE, false));
                return selected.length;
            }
            default -> {
                assertEquals(number, d.with(new long[0]).addTo(assembler));
                for (int i = 0; i < minutiae.length; i++) {
                    // If the scheme stores no frequencies, the given frequency is ignored.
                    later.add(new Posting(minutiae[i], number, d.frequencies().length == 0 ? i : d.frequencies()[i]));
                }
            }
        }
        return minutiae.length;
    }

    @Example
    void aFailedWriteLeavesNoFile() throws IOException {
        Path file = directory.resolve("s.whs");
        try (SegmentAssembler assembler = assembler(1 << 20)) {
            assembler.append(document("a"), NONE, true);
            assembler.append(document("a"), NONE, true);
            assertThrows(IllegalStateException.class, () -> Assembled.write(assembler, file));
            assertThrows(
                    IllegalStateException.class, () -> Assembled.write(assembler, file), "failed once, and for good");
        }
        // Its scratch directory is gone, so writing fails once the file exists and needs scratch space.
        Path scratch = Files.createDirectory(directory.resolve("gone"));
        try (SegmentAssembler assembler =
                new SegmentAssembler(BuiltSchemes.DEFAULT.scheme, StoredKinds.NONE, 0, 1, scratch)) {
            assembler.append(document("a"), NONE, true);
            Files.delete(scratch);
            assertThrows(IOException.class, () -> Assembled.write(assembler, file));
            assertThrows(IllegalStateException.class, () -> assembler.append(document("b"), NONE, true));
        }
        SegmentAssembler closed = assembler(0);
        closed.close();
        assertThrows(IllegalStateException.class, () -> Assembled.write(closed, file));
        assertEquals(List.of(), TestFiles.files(directory, ".*"));
    }

    private static LoggedDocument document(String id) {
        return new LoggedDocument(RandomCorpus.utf8(id), 3, NONE, new long[] {5}, new int[0], 1);
    }

    private SegmentAssembler assembler(long memory) throws IOException {
        return new SegmentAssembler(SCHEME, StoredKinds.NONE, memory, 1, directory);
    }

    @Example
    void blocksOfEntriesAndEveryLevelOfATableAreUsed() throws IOException {
        Random random = new Random(5);
        long base = 0x4242_0000_00L;
        long[] crowded = random.longs(60_000, base, base + (1 << 20)).distinct().toArray();
        List<Assembled> living = drawn("d", 40, crowded, 5_000, random);
        Path whole = directory.resolve("whole.whs");
        SegmentCounts counts = assemble(SCHEME, living, whole);
        assertTrue(counts.minutiae() > 40_000, "more of one leading byte than are handed in at a time");
        List<SealedPart> parts = parts(SCHEME, living, drawn("e", 10, crowded, 2_000, random), 3, random);
        for (long memory : new long[] {0, 1 << 12, 1 << 18, 1 << 26}) {
            assertMerges(Files.readAllBytes(whole), parts, memory);
        }
    }

    @Example
    void aCancelledMergeLeavesNoFile() throws IOException {
        Random random = new Random(9);
        List<Assembled> living = drawn("d", 40, crowded(40, 20_000, random), 2_000, random);
        List<SealedPart> parts = parts(SCHEME, living, List.of(), 3, random);
        List<Path> before = TestFiles.files(directory, ".*");
        int[] queries = new int[1];
        merge(parts, 0).cancelled(() -> queries[0]++ < 0).writeTo(directory.resolve("whole.whs"));
        Files.delete(directory.resolve("whole.whs"));
        assertTrue(queries[0] > 250, "asked " + queries[0] + " times, in the table's runs too");
        for (int after = 0; after < queries[0]; after += after < 20 ? 1 : 23) {
            int[] left = {after};
            assertThrows(
                    CancellationException.class,
                    () -> merge(parts, 0).cancelled(() -> left[0]-- == 0).writeTo(directory.resolve("m.whs")));
            assertEquals(before, TestFiles.files(directory, ".*"));
        }
    }

    @Example
    void failureOfAnyThreadIsThrownItself() throws IOException {
        Random random = new Random(10);
        List<SealedPart> parts =
                parts(SCHEME, drawn("d", 40, crowded(40, 20_000, random), 2_000, random), List.of(), 3, random);
        for (int after = 3; after < 120; after += 9) {
            AtomicInteger left = new AtomicInteger(after);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> merge(parts, 1 << 20)
                    .families(to -> {})
                    .threads(3)
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
        Segment sound = segment(SCHEME, drawn("d", 20, crowded(40, 5_000, random), 2_000, random));
        for (int i = 0; i < 40; i++) {
            byte[] bytes = Files.readAllBytes(sound.file());
            int at = 1_024 + SCHEME.toJson().length() + random.nextInt(bytes.length - 2_048);
            Path file = Files.write(
                    directory.resolve("damaged-" + i + ".whs"), TestFiles.flipped(bytes, at * 8 + random.nextInt(8)));
            Segment damaged = Segment.open(file);
            assertFalse(SegmentCheck.problems(damaged).isEmpty());
            TestFiles.assertDamaged(file, () -> merge(List.of(SealedPart.of(sound), SealedPart.of(damaged)), 1 << 20)
                    .writeTo(directory.resolve("m.whs")));
            assertTrue(Files.notExists(directory.resolve("m.whs")));
        }
    }

    @Example
    void argumentsAreChecked() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(1, 10, 300);
        SealedPart one = SealedPart.of(segment(SCHEME, corpus));
        SealedPart other = SealedPart.of(segment(BuiltSchemes.NARROWEST.scheme, corpus));
        assertRefused("", List.of(), 0);
        assertRefused("", List.of(one), -1);
        assertRefused("", List.of(one, other), 0);
        assertRefused("inputs 0 and 1", List.of(one, one), 0);
        assertThrows(IllegalArgumentException.class, () -> new SealedPart(one.segment(), DeadDocuments.none(11)));
    }

    private void assertRefused(String why, List<SealedPart> inputs, long memory) {
        assertMessage(IllegalArgumentException.class, why, () -> count(inputs, memory));
    }

    private void assertMerges(byte[] expected, List<SealedPart> parts, long memory) throws IOException {
        Path file = directory.resolve("merged.whs");
        SegmentCounts counts = merge(parts, memory).writeTo(file);
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals(Segment.open(file).counts(), counts);
        assertEquals(counts, count(parts, memory));
        if (parts.stream()
                .allMatch(part -> part.segment().documents().families().isEmpty())) {
            // Families of one, so that the method for several threads is called.
            merge(parts, memory).families(to -> {}).threads(3).writeTo(file);
            assertArrayEquals(expected, Files.readAllBytes(file), "three threads");
        }
    }

    /** More documents hold a minutia than threads may unite at the same time. */
    @Example
    void listsOfMostDocumentsAreMergedOneAtATime() throws IOException {
        long[] minutiae = LongStream.range(0, 4).map(i -> i << 36).toArray();
        List<Assembled> all = Repeated.list(
                MinutiaMerge.HolderUnion.LARGE + 1_000,
                d -> new Assembled(RandomCorpus.utf8("d" + d), 1, new byte[0], minutiae, new int[0]));
        Path whole = directory.resolve("whole.whs");
        assemble(SCHEME, all, whole);
        List<SealedPart> parts = halves(all);
        for (long memory : new long[] {0, 1 << 22}) {
            assertMerges(Files.readAllBytes(whole), parts, memory);
        }
    }

    /** Segments of every second document. */
    private List<SealedPart> halves(List<Assembled> all) throws IOException {
        return Repeated.list(2, half -> {
            Path part = directory.resolve("half-" + half + ".whs");
            List<Assembled> some = IntStream.range(0, all.size())
                    .filter(d -> d % 2 == half)
                    .mapToObj(all::get)
                    .toList();
            assemble(SCHEME, some, part);
            return SealedPart.of(Segment.open(part));
        });
    }

    /** Segments that contain each living document once, and also dead documents. */
    private List<SealedPart> parts(
            Scheme scheme, Collection<Assembled> living, List<Assembled> others, int inputs, Random random)
            throws IOException {
        List<Map<String, Assembled>> all = Repeated.list(inputs, i -> new TreeMap<>());
        List<Set<String>> dead = Repeated.list(inputs, i -> new TreeSet<>());
        for (Assembled d : living) {
            int in = random.nextInt(inputs);
            all.get(in).put(text(d), d);
            int earlier = random.nextInt(inputs);
            if (earlier != in && !others.isEmpty()) {
                // An earlier version of it, replaced since.
                all.get(earlier)
                        .put(text(d), others.get(random.nextInt(others.size())).as(d.id()));
                dead.get(earlier).add(text(d));
            }
        }
        return Repeated.list(inputs, i -> {
            for (Assembled o : others) {
                if (random.nextBoolean() && all.get(i).putIfAbsent(text(o), o) == null) {
                    dead.get(i).add(text(o));
                }
            }
            Segment segment = segment(scheme, all.get(i).values());
            long[] ordinals =
                    dead.get(i).stream().mapToLong(segment.documents()::find).toArray();
            return new SealedPart(segment, dead(segment, ordinals, ordinals.length));
        });
    }

    private static String text(Assembled document) {
        return new String(document.id(), StandardCharsets.UTF_8);
    }

    private static DeadDocuments dead(Segment segment, long[] ordinals, int n) {
        return DeadDocuments.none(segment.counts().documents()).with(ordinals, n);
    }

    private Segment segment(Scheme scheme, Collection<Assembled> documents) throws IOException {
        Path file = directory.resolve("part-" + files++ + ".whs");
        assemble(scheme, documents, file);
        return Segment.open(file);
    }

    private SegmentCounts assemble(Scheme scheme, Collection<Assembled> documents, Path file) throws IOException {
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, StoredKinds.NONE, 1 << 24, 1, directory)) {
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            return Assembled.write(assembler, file);
        }
    }

    private static List<Assembled> drawn(String prefix, int documents, long[] pool, int most, Random random) {
        return Repeated.list(documents, i -> Assembled.drawn(prefix + i, pool, most, random));
    }

    /** Some random minutiae, most of them in a few ranges. */
    private static long[] crowded(int bits, int n, Random random) {
        long[] bases = random.longs(3).toArray();
        return random.longs(n)
                .map(m -> m % 4 == 0 ? m : bases[(int) (m >>> 62) % 3] + (m & 0x7FFF))
                .map(m -> m & (-1L >>> (64 - bits)))
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
        SegmentCounts counts = merge(inputs, 1 << 20).writeTo(plain);
        assertEquals(counts, count(inputs, 1 << 20));
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
        assertEquals(none, Segment.open(merged).documents().families().isEmpty());
        assertEquals(none, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(LENGTH_OF_FAMILIES) == 0);
    }

    @Example
    void impossibleFamiliesAreRefused() throws IOException {
        Scheme scheme = BuiltSchemes.DEFAULT.scheme;
        List<Assembled> documents = new ArrayList<>();
        for (long[] minutiae : new long[][] {{1, 2}, {1, 2}, {1, 2, 3}, {}, {}}) {
            documents.add(
                    new Assembled(RandomCorpus.utf8("d" + documents.size()), 9, new byte[0], minutiae, new int[0]));
        }
        List<SealedPart> inputs = List.of(SealedPart.of(segment(scheme, documents)));
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
                () -> merge(List.of(SealedPart.of(Segment.open(shared))), to -> {}, directory.resolve("m.whs")));
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
        List<Map<String, byte[]>> corpora = Repeated.list(parts, i -> new TreeMap<>());
        RandomCorpus.of(random.nextLong(), documents, 0).keySet().forEach(id -> corpora.get(random.nextInt(parts))
                .put(id, texts.get(random.nextInt(texts.size()))));
        return corpora;
    }

    private SegmentMerge merge(List<SealedPart> inputs, long memory) {
        return new SegmentMerge(inputs, memory, new ScratchSpace(directory));
    }

    private SegmentCounts count(List<SealedPart> inputs, long memory) throws IOException {
        return MergedSums.of(inputs, holders -> 0, memory, new ScratchSpace(directory))
                .counts();
    }

    private SegmentCounts merge(List<SealedPart> inputs, SegmentMerge.FamilySource reported, Path to)
            throws IOException {
        return merge(inputs, 1 << 20).families(reported).writeTo(to);
    }

    private Path file() {
        return directory.resolve("segment-" + files++ + ".whs");
    }

    private Segment segment(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return segment(scheme, Assembled.of(scheme, corpus).values());
    }

    // Compares the stored means of ln f_t with a map of minutiae to the documents that hold them.

    /** Half of the unit of a stored mean, and the rounding of fixed point. */
    private static final double ROUNDED = 0.5 / 2_048 + 1e-6;

    @Property(tries = 8)
    void theStoredMeansAreThoseOfTheSegment(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 3) int merged,
            @ForAll boolean frequent,
            @ForAll boolean littleMemory)
            throws IOException {
        for (long each : LongForm.seeds(seed, 8)) {
            end();
            begin();
            assertMeans(each, merged, frequent, littleMemory);
        }
    }

    private void assertMeans(long seed, int merged, boolean frequent, boolean littleMemory) throws IOException {
        Scheme scheme = (frequent ? BuiltSchemes.FREQUENT : BuiltSchemes.DEFAULT).scheme;
        Random random = new Random(seed);
        long[] pool = random.longs(300)
                .map(m -> m >>> (64 - scheme.hashing().bits()))
                .distinct()
                .toArray();
        Map<Long, Integer> holders = new HashMap<>();
        long memory = littleMemory ? 0 : 1 << 24;
        List<Assembled> living = new ArrayList<>();
        List<SealedPart> inputs = Repeated.list(merged, i -> {
            List<Assembled> some = drawn("own " + i + " ", 1 + random.nextInt(60), pool, 200, random);
            Segment segment = segment(scheme, some);
            long[] gone =
                    random.longs(random.nextInt(20), 0, some.size()).distinct().toArray();
            DeadDocuments dead = dead(segment, gone, gone.length);
            some.stream()
                    .filter(d -> !dead.contains(segment.documents().find(d.id())))
                    .forEach(living::add);
            return new SealedPart(segment, dead);
        });
        living.forEach(d -> count(d, holders));
        Segment built = segment(scheme, living, memory);
        double most = Math.max(1, living.size() / 2.0);
        for (Assembled d : living) {
            assertEquals(
                    mean(d, holders, most),
                    built.documents().meanLog(built.documents().find(d.id())),
                    ROUNDED);
        }
        Path file = file();
        merge(inputs, memory).writeTo(file);
        assertArrayEquals(Files.readAllBytes(built.file()), Files.readAllBytes(file));
    }

    private static double mean(Assembled document, Map<Long, Integer> holders, double most) {
        return Arrays.stream(document.minutiae())
                .mapToDouble(m -> Math.log(Math.min(most, holders.get(m))))
                .average()
                .orElse(0);
    }

    private static void count(Assembled document, Map<Long, Integer> holders) {
        for (long minutia : document.minutiae()) {
            holders.merge(minutia, 1, Integer::sum);
        }
    }

    private Segment segment(Scheme scheme, List<Assembled> documents, long memory) throws IOException {
        Path file = file();
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, StoredKinds.NONE, memory, 2, directory)) {
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            assembler.write(file, true);
        }
        return Segment.open(file);
    }
}
