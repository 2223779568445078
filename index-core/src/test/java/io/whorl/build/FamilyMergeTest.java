package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Merges segments with families, and merges that create families. */
class FamilyMergeTest {
    /** Where the header of a segment has the length of the section FAMILIES. */
    private static final int LENGTH_OF_FAMILIES = 256 + 12 * 20 + 8;

    private Path directory;
    private int files;

    @BeforeTry
    void begin() throws IOException {
        directory = Files.createTempDirectory("merge");
    }

    @AfterTry
    void end() throws IOException {
        TestFiles.delete(directory);
    }

    /** Whichever members of a family die, the result equals a segment of the living documents. */
    @Property(tries = 60)
    void aFamilySurvivesTheDeathOfItsFirstMember(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 4) int parts,
            @ForAll @IntRange(max = 100) int deaths,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        List<Map<String, byte[]>> corpora = corpora(documents, parts, random);
        Map<String, byte[]> living = new TreeMap<>();
        List<List<String>> families = new ArrayList<>();
        List<SegmentMerge.Input> inputs = new ArrayList<>();
        for (Map<String, byte[]> corpus : corpora) {
            List<List<String>> here = SharedPostings.families(Fingerprinter.of(drawn.scheme), corpus, random, 90);
            Segment segment = SharedPostings.with(segment(drawn.scheme, corpus), here, file());
            assertEquals(List.of(), SegmentCheck.problems(segment));
            Map<String, byte[]> alive = new TreeMap<>(corpus);
            alive.keySet().removeIf(id -> random.nextInt(100) < deaths);
            long[] dead = corpus.keySet().stream()
                    .filter(id -> !alive.containsKey(id))
                    .mapToLong(segment.documents()::find)
                    .toArray();
            inputs.add(new SegmentMerge.Input(
                    segment, DeadDocuments.none(corpus.size()).with(dead, dead.length)));
            living.putAll(alive);
            here.forEach(f -> families.add(f.stream().filter(alive::containsKey).toList()));
        }
        Segment expected = SharedPostings.with(segment(drawn.scheme, living), families, file());
        Path merged = file();
        SegmentCounts counts = new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory)).writeTo(merged);
        assertArrayEquals(Files.readAllBytes(expected.file()), Files.readAllBytes(merged));
        assertEquals(expected.counts(), counts);
        assertEquals(counts, new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory)).count());
        assertEquals(List.of(), SegmentCheck.problems(Segment.open(merged)));
    }

    /** The result does not depend on how members are spread over inputs, nor on the order of declaration. */
    @Property(tries = 40)
    void declaredFamiliesDoNotDependOnInputsOrOrder(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 4) int parts,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> all = new TreeMap<>();
        List<SegmentMerge.Input> inputs = new ArrayList<>();
        for (Map<String, byte[]> corpus : corpora(documents, parts, random)) {
            inputs.add(alive(segment(drawn.scheme, corpus)));
            all.putAll(corpus);
        }
        List<List<String>> families = SharedPostings.families(Fingerprinter.of(drawn.scheme), all, random, 90);
        Segment expected = SharedPostings.with(segment(drawn.scheme, all), families, file());
        Path merged = file();
        merge(inputs, SharedPostings.source(inputs, families), merged);
        assertArrayEquals(Files.readAllBytes(expected.file()), Files.readAllBytes(merged));
        Path plain = file();
        new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory)).writeTo(plain);
        Path nothing = file();
        merge(
                inputs,
                SharedPostings.source(
                        inputs, families.stream().map(f -> f.subList(0, 1)).toList()),
                nothing);
        assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(nothing), "families of one are none");
        boolean none = families.stream().allMatch(f -> f.size() == 1);
        assertEquals(none, Segment.open(merged).families().isEmpty());
        ByteBuffer header = ByteBuffer.wrap(Files.readAllBytes(merged)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(none, header.getLong(LENGTH_OF_FAMILIES) == 0);
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
        List<SegmentMerge.Input> inputs = List.of(
                alive(segment(scheme, all.subList(0, 20_000))), alive(segment(scheme, all.subList(20_000, documents))));
        Path shared = file();
        SegmentCounts counts = merge(
                inputs,
                to -> {
                    for (int content = 0; content < 100; content++) {
                        to.begin();
                        for (int d = documents - 1; d >= 0; d--) {
                            if ((d % 2 == 0 ? 0 : d % 100) == content) {
                                to.member(d < 20_000 ? 0 : 1, d < 20_000 ? d : d - 20_000);
                            }
                        }
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
        SegmentMerge.Input some =
                new SegmentMerge.Input(segment, DeadDocuments.none(documents).with(dead, n));
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
        List<SegmentMerge.Input> inputs = List.of(alive(segment(scheme, documents)));
        for (int[] family : new int[][] {{0, 2}, {3, 4}, {0, 0}, {1, 0, 1}}) {
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
        assertThrows(
                IllegalArgumentException.class, () -> merge(inputs, to -> to.member(0, 0), directory.resolve("m.whs")));
        Path shared = file();
        merge(inputs, reported(1, 0), shared);
        assertThrows(
                IllegalArgumentException.class,
                () -> merge(List.of(alive(Segment.open(shared))), reported(2), directory.resolve("m.whs")));
    }

    private static SegmentMerge.FamilySource reported(int... family) {
        return to -> {
            to.begin();
            for (int d : family) {
                to.member(0, d);
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

    private SegmentCounts merge(List<SegmentMerge.Input> inputs, SegmentMerge.FamilySource reported, Path to)
            throws IOException {
        return new SegmentMerge(inputs, 1 << 20, new ScratchSpace(directory))
                .families(reported)
                .writeTo(to);
    }

    private static SegmentMerge.Input alive(Segment segment) {
        return new SegmentMerge.Input(
                segment, DeadDocuments.none(segment.counts().documents()));
    }

    private Path file() {
        return directory.resolve("segment-" + files++ + ".whs");
    }

    private Segment segment(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return segment(scheme, Assembled.of(scheme, corpus).values());
    }

    private Segment segment(Scheme scheme, Collection<Assembled> documents) throws IOException {
        Path file = file();
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, 1 << 24, 1, directory)) {
            for (Assembled d : documents) {
                d.addTo(assembler);
            }
            assembler.write(file);
        }
        return Segment.open(file);
    }
}
