package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Compares assembled segments with bulk builds. */
class SegmentAssemblerTest {
    private static final byte[] NONE = {};

    private Path directory;

    @BeforeTry
    void begin() throws IOException {
        directory = Files.createTempDirectory("assembler");
    }

    @AfterTry
    void end() throws IOException {
        TestFiles.delete(directory);
    }

    @Property(tries = 12)
    void selectedMinutiaeGiveTheSameSegment(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(max = 24) int memoryBits,
            @ForAll long seed)
            throws IOException {
        for (long each : LongForm.seeds(seed, 4)) {
            end();
            begin();
            assertSelectedMinutiae(drawn, documents, memoryBits, each);
        }
    }

    private void assertSelectedMinutiae(BuiltSchemes drawn, int documents, int memoryBits, long seed)
            throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 400);
        byte[] expected = TestFiles.bulk(directory, drawn.scheme, corpus);
        Map<String, Assembled> distinct = Assembled.of(drawn.scheme, corpus);
        MinutiaExtractor extractor = MinutiaExtractor.of(drawn.scheme);
        SelectedChunks selected = new SelectedChunks(false);
        Path file = directory.resolve("assembled.whs");
        try (SegmentAssembler assembler = new SegmentAssembler(drawn.scheme, 1L << memoryBits, 2, directory)) {
            for (Assembled d : distinct.values()) {
                byte[] text = corpus.get(new String(d.id(), StandardCharsets.UTF_8));
                extractor.extract(text, 0, text.length, selected);
                if (random.nextBoolean()) {
                    assembler.leaveOut(d.addTo(assembler));
                    assembler.add(d.id(), d.words(), d.extra(), selected.array(), selected.size());
                } else {
                    assembler.leaveOut(assembler.add(d.id(), d.words(), d.extra(), selected.array(), selected.size()));
                    d.addTo(assembler);
                }
            }
            assembler.write(file);
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
    }

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
        try (SegmentAssembler assembler = new SegmentAssembler(drawn.scheme, 1L << memoryBits, threads, directory)) {
            int number = 0;
            long postings = 0;
            for (Assembled d : order) {
                // An earlier or unrelated version of the document, which is then replaced or deleted.
                for (int left = random.nextInt(3); left > 0; left--) {
                    Assembled w = wrong.get(random.nextInt(wrong.size()));
                    Assembled earlier = new Assembled(
                            random.nextBoolean() ? d.id() : w.id(),
                            w.words(),
                            w.extra(),
                            w.minutiae(),
                            w.frequencies());
                    assertEquals(number, earlier.addTo(assembler));
                    postings += w.minutiae().length;
                    assembler.leaveOut(number);
                    assembler.leaveOut(number++);
                }
                assertEquals(number++, d.addTo(assembler));
                postings += d.minutiae().length;
            }
            assertEquals(documents, assembler.documents());
            assertEquals(postings, assembler.postings());
            SegmentCounts counts = assembler.write(file);
            assertEquals(Segment.open(file).counts(), counts);
            assertThrows(IllegalStateException.class, () -> assembler.write(file));
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals(List.of(), SegmentCheck.problems(Segment.open(file)));
    }

    @Example
    void aSegmentCanBeEmpty() throws IOException {
        Path file = directory.resolve("empty.whs");
        byte[] expected = TestFiles.bulk(directory, BuiltSchemes.DEFAULT.scheme, Map.of());
        try (SegmentAssembler assembler = assembler(0)) {
            assembler.leaveOut(assembler.add(Assembled.utf8("a"), 3, NONE, new long[] {5}, new int[0], 1));
            assertEquals(0, assembler.write(file).documents());
        }
        assertArrayEquals(expected, Files.readAllBytes(file));
        Segment segment = Segment.openPrivate(file);
        assertTrue(Files.notExists(file));
        assertEquals(List.of(), TestFiles.segments(directory));
        assertEquals(-1, segment.documents().find("a"));
    }

    @Example
    void aFailedWriteLeavesNoFile() throws IOException {
        Path file = directory.resolve("s.whs");
        try (SegmentAssembler assembler = assembler(1 << 20)) {
            assembler.add(Assembled.utf8("a"), 3, NONE, new long[] {5}, new int[0], 1);
            assembler.add(Assembled.utf8("a"), 4, NONE, new long[] {6}, new int[0], 1);
            assertThrows(IllegalStateException.class, () -> assembler.write(file));
            assertThrows(IllegalStateException.class, () -> assembler.write(file), "failed once, and for good");
        }
        // Its scratch directory is gone, so writing fails once the file exists and needs scratch space.
        Path scratch = Files.createDirectory(directory.resolve("gone"));
        try (SegmentAssembler assembler = new SegmentAssembler(BuiltSchemes.DEFAULT.scheme, 0, 1, scratch)) {
            assembler.add(Assembled.utf8("a"), 3, NONE, new long[] {5}, new int[0], 1);
            Files.delete(scratch);
            assertThrows(IOException.class, () -> assembler.write(file));
            assertThrows(
                    IllegalStateException.class,
                    () -> assembler.add(Assembled.utf8("b"), 3, NONE, new long[] {5}, new int[0], 1));
        }
        SegmentAssembler closed = assembler(0);
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.write(file));
        assertEquals(List.of(), TestFiles.segments(directory));
    }

    @Example
    void argumentsAreChecked() throws IOException {
        Scheme frequent = BuiltSchemes.FREQUENT.scheme;
        try (SegmentAssembler assembler = new SegmentAssembler(frequent, 0, 1, directory)) {
            long[] one = {5};
            byte[] id = {'a'};
            assertThrows(IllegalArgumentException.class, () -> assembler.add(NONE, 1, NONE, one, new int[] {1}, 1));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> assembler.add(new byte[65_536], 1, NONE, one, new int[] {1}, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(id, -1, NONE, one, new int[] {1}, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(id, 1, NONE, one, new int[0], 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(id, 1, NONE, one, new int[] {0}, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(id, 1, NONE, one, new int[] {1, 1}, 2));
            assertThrows(IllegalArgumentException.class, () -> assembler.leaveOut(0));
            assertEquals(0, assembler.add(id, 1, NONE, one, new int[] {1}, 1), "nothing of the refused was added");
        }
    }

    private SegmentAssembler assembler(long memory) throws IOException {
        return new SegmentAssembler(BuiltSchemes.DEFAULT.scheme, memory, 1, directory);
    }
}
