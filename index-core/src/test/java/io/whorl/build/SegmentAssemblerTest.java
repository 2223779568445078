package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.TryFolder;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares assembled segments with bulk builds. */
class SegmentAssemblerTest extends TryFolder {
    private static final byte[] NONE = {};

    @Property(tries = 12)
    void aSegmentEqualsThatOfABulkBuild(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 80) int documents,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll @IntRange(max = 24) int memoryBits,
            @ForAll long seed)
            throws IOException {
        for (long each : LongForm.seeds(seed, 5)) {
            end();
            begin();
            assertEqualsBulkBuild(drawn, documents, threads, memoryBits, each);
        }
    }

    private void assertEqualsBulkBuild(BuiltSchemes drawn, int documents, int threads, int memoryBits, long seed)
            throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 400);
        Map<String, byte[]> others = RandomCorpus.of(seed + 1, 20, 200);
        byte[] expected = TestFiles.bulk(directory, drawn.scheme, corpus);
        List<Assembled> order =
                new ArrayList<>(Assembled.of(drawn.scheme, corpus).values());
        Collections.shuffle(order, random);
        List<Assembled> wrong =
                new ArrayList<>(Assembled.of(drawn.scheme, others).values());
        Path file = directory.resolve("assembled.whs");
        try (SegmentAssembler assembler =
                new SegmentAssembler(drawn.scheme, StoredKinds.NONE, 1L << memoryBits, threads, directory)) {
            int number = 0;
            long postings = 0;
            List<Posting> later = new ArrayList<>();
            for (Assembled d : order) {
                // An earlier or unrelated version of the document, which is then deleted.
                for (int left = random.nextInt(3); left > 0; left--, number++) {
                    Assembled w = wrong.get(random.nextInt(wrong.size()));
                    byte[] id = random.nextBoolean() ? d.id() : w.id();
                    Assembled earlier = new Assembled(id, w.words(), w.extra(), w.minutiae(), w.frequencies());
                    assembler.put(earlier.logged(), NONE, true);
                    postings += w.minutiae().length;
                    assembler.delete(id);
                    assembler.delete(id);
                }
                postings += add(assembler, d, number++, later, random);
            }
            Collections.shuffle(later, random);
            for (Posting p : later) {
                assembler.add(p.minutia, p.document, p.frequency);
            }
            assertEquals(documents, assembler.documents());
            assertEquals(postings, assembler.postings());
            SegmentCounts counts = Assembled.write(assembler, file);
            assertEquals(Segment.open(file).counts(), counts);
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
                Assembled again = new Assembled(d.id(), d.words(), d.extra(), selected, new int[0]);
                assertEquals(number, assembler.append(again.logged(), NONE, false));
                return selected.length;
            }
            default -> {
                Assembled alone = new Assembled(d.id(), d.words(), d.extra(), new long[0], new int[0]);
                assertEquals(number, alone.addTo(assembler));
                for (int i = 0; i < minutiae.length; i++) {
                    // If the scheme stores no frequencies, the given frequency is ignored.
                    later.add(new Posting(minutiae[i], number, d.frequencies().length == 0 ? i : d.frequencies()[i]));
                }
            }
        }
        return minutiae.length;
    }

    @Example
    void aSegmentCanBeEmpty() throws IOException {
        Path file = directory.resolve("empty.whs");
        byte[] expected = TestFiles.bulk(directory, BuiltSchemes.DEFAULT.scheme, Map.of());
        try (SegmentAssembler assembler = assembler(0)) {
            assembler.put(document("a"), NONE, true);
            assembler.delete(Assembled.utf8("a"));
            assertEquals(0, Assembled.write(assembler, file).documents());
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
        Segment segment = Segment.openPrivate(file);
        assertTrue(Files.notExists(file));
        assertEquals(Set.of("bulk"), TestFiles.names(directory));
        assertEquals(-1, segment.documents().find("a"));
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
        return new LoggedDocument(Assembled.utf8(id), 3, NONE, new long[] {5}, new int[0], 1);
    }

    private SegmentAssembler assembler(long memory) throws IOException {
        return new SegmentAssembler(BuiltSchemes.DEFAULT.scheme, StoredKinds.NONE, memory, 1, directory);
    }

    // Compares the stored means of ln f_t with a map of minutiae to the living documents that hold them.

    /** Half of the unit of a stored mean, and the rounding of fixed point. */
    private static final double ROUNDED = 0.5 / 2_048 + 1e-6;

    /** The minutiae up to which all of a document are looked up in other segments. */
    private static final int ALL = 128;

    /** More than six standard deviations of the mean of such a sample of logarithms. */
    private static final double ESTIMATED = 0.6;

    private int files;

    @Property(tries = 8)
    void aSegmentCountsItsDocumentsAndTheLivingOnesOfOthers(
            @ForAll long seed,
            @ForAll @IntRange(max = 2) int others,
            @ForAll @IntRange(min = 1, max = 3) int merged,
            @ForAll boolean frequent,
            @ForAll boolean littleMemory)
            throws IOException {
        for (long each : LongForm.seeds(seed, 8)) {
            end();
            begin();
            assertCounts(each, others, merged, frequent, littleMemory);
        }
    }

    private void assertCounts(long seed, int others, int merged, boolean frequent, boolean littleMemory)
            throws IOException {
        Scheme scheme = (frequent ? BuiltSchemes.FREQUENT : BuiltSchemes.DEFAULT).scheme;
        Random random = new Random(seed);
        long[] pool = random.longs(300)
                .map(m -> m >>> 64 - scheme.hashing().bits())
                .distinct()
                .toArray();
        Map<Long, Integer> holders = new HashMap<>();
        List<SealedPart> parts = new ArrayList<>();
        long living = 0;
        for (int i = 0; i < others; i++) {
            List<Assembled> documents = drawn("other " + i + " ", 1 + random.nextInt(40), pool, random);
            Segment segment = assemble(scheme, documents, CollectionFrequencies.none(), 1 << 24);
            long[] gone = random.longs(random.nextInt(20), 0, documents.size())
                    .distinct()
                    .toArray();
            DeadDocuments dead = DeadDocuments.none(documents.size()).with(gone, gone.length);
            parts.add(new SealedPart(segment, dead));
            for (Assembled d : documents) {
                if (!dead.contains(segment.documents().find(d.id()))) {
                    count(d, holders);
                    living++;
                }
            }
        }
        long memory = littleMemory ? 0 : 1 << 24;
        List<Assembled> documents = new ArrayList<>();
        List<SealedPart> inputs = new ArrayList<>();
        for (int i = 0; i < merged; i++) {
            List<Assembled> some = drawn("own " + i + " ", 1 + random.nextInt(60), pool, random);
            documents.addAll(some);
            Segment segment = assemble(scheme, some, CollectionFrequencies.none(), 1 << 24);
            inputs.add(new SealedPart(segment, DeadDocuments.none(some.size())));
        }
        documents.forEach(d -> count(d, holders));
        long all = living + documents.size();
        Segment sealed = assemble(scheme, documents, new CollectionFrequencies(parts), memory);
        assertMeans(sealed, documents, holders, all, others == 0 ? Integer.MAX_VALUE : ALL);
        Path file = next();
        new SegmentMerge(inputs, memory, new ScratchSpace(directory))
                .others(new CollectionFrequencies(parts))
                .writeTo(file);
        assertArrayEquals(Files.readAllBytes(sealed.file()), Files.readAllBytes(file));
    }

    /** Documents of thousands of minutiae, of which about 128 are looked up. */
    @Example
    void theMeanOfALargeDocumentIsCloseToThatOfAllItsMinutiae() throws IOException {
        Scheme scheme = BuiltSchemes.DEFAULT.scheme;
        Random random = new Random(11);
        long[] pool = random.longs(20_000)
                .map(m -> m >>> 64 - scheme.hashing().bits())
                .distinct()
                .toArray();
        Map<Long, Integer> holders = new HashMap<>();
        List<Assembled> older = new ArrayList<>();
        List<Assembled> documents = new ArrayList<>();
        for (int d = 0; d < 60; d++) {
            (d < 40 ? older : documents).add(Assembled.drawn("d" + d, pool, 4_000, random));
        }
        older.forEach(d -> count(d, holders));
        documents.forEach(d -> count(d, holders));
        Segment other = assemble(scheme, older, CollectionFrequencies.none(), 1 << 24);
        Segment sealed = assemble(
                scheme,
                documents,
                new CollectionFrequencies(List.of(new SealedPart(other, DeadDocuments.none(older.size())))),
                1 << 24);
        double most = 60 / 2.0;
        double error = 0;
        for (Assembled d : documents) {
            double mean = mean(d, holders, most);
            double stored = sealed.documents().meanLog(sealed.documents().find(d.id()));
            assertEquals(mean, stored, ESTIMATED);
            error += Math.abs(mean - stored) / documents.size();
        }
        assertTrue(error > 0 && error < 0.06, "mean error " + error);
    }

    private static void assertMeans(
            Segment segment, List<Assembled> documents, Map<Long, Integer> holders, long all, int exact) {
        double most = Math.max(1, all / 2.0);
        for (Assembled d : documents) {
            assertEquals(
                    mean(d, holders, most),
                    segment.documents().meanLog(segment.documents().find(d.id())),
                    d.minutiae().length <= exact ? ROUNDED : ESTIMATED);
        }
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

    private static List<Assembled> drawn(String prefix, int documents, long[] pool, Random random) {
        List<Assembled> drawn = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            drawn.add(Assembled.drawn(prefix + i, pool, 200, random));
        }
        return drawn;
    }

    private Segment assemble(Scheme scheme, List<Assembled> documents, CollectionFrequencies others, long memory)
            throws IOException {
        Path file = next();
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, StoredKinds.NONE, memory, 2, directory)) {
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            assembler.write(file, others, true);
        }
        return Segment.open(file);
    }

    private Path next() {
        return directory.resolve("segment-" + files++ + ".whs");
    }
}
