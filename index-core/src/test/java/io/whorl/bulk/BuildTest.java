package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SlowIndex;
import io.whorl.build.BulkBuilder;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentLists;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares what a build writes with a slow index in memory, also of more documents than the heap could hold ids. */
class BuildTest {
    private static final BuildOptions SMALL = BuildOptions.DEFAULT.memory(16 << 20);

    @TempDir
    Path directory;

    private static final int DOCUMENTS = LongForm.of(150_000, 300_000);
    private static final String HEAP = "-Xmx" + LongForm.of(40, 64) + "m";
    private static final String LONG = "a-rather-long-name-of-a-folder/".repeat(8);

    static Stream<Scheme> schemes() {
        return Stream.of(
                Scheme.builder().build(),
                Scheme.builder().granularity(1).frequencies(true).build(),
                Scheme.builder().granularity(2).frequencies(true).bits(64).build(),
                Scheme.builder()
                        .granularity(3)
                        .bits(32)
                        .hash(Hashing.Algorithm.RABIN)
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("min-s", Map.of("s", "20"))
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("mod-by-size", Map.of())
                        .build(),
                Scheme.builder().selection("winnowing", Map.of()).bits(57).build());
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void anIndexContainsEveryPostingOfEveryDocument(Scheme scheme) throws IOException {
        for (long minDocument : new long[] {0, 50}) {
            Map<String, byte[]> corpus = RandomCorpus.of(minDocument + 1, 150, 500);
            SlowIndex model = new SlowIndex(scheme, corpus, minDocument);
            Path index = directory.resolve("index-" + minDocument);
            BuildReport report = build(index, scheme, corpus, SMALL.minDocument(minDocument));
            assertEquals(model.documents.size(), report.documents());
            assertEquals(corpus.size() - model.documents.size(), report.tooShort());
            assertEquals(model.words(), report.words());
            assertEquals(model.holders.size(), report.minutiae());
            assertEquals(model.singletons(), report.singletons());
            assertEquals(model.postings(), report.postings());
            assertEquals(
                    model.documents.values().stream().filter(f -> f.size() == 0).count(), report.withoutMinutiae());
            assertEquals(corpus.values().stream().mapToLong(t -> t.length).sum(), report.textBytes());
            assertEquals(IndexFiles.bytes(index), report.bytes());
            assertHolds(model, index);
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    private static void assertHolds(SlowIndex model, Path index) throws IOException {
        Segment segment = open(index);
        assertEquals(model.scheme, segment.scheme());
        List<String> ids = new ArrayList<>(model.documents.keySet());
        assertEquals(ids.size(), segment.documents().size());
        for (int i = 0; i < ids.size(); i++) {
            assertEquals(ids.get(i), segment.documents().id(i));
            assertEquals(
                    model.documents.get(ids.get(i)).size(), segment.documents().minutiae(i));
            assertEquals(
                    model.documents.get(ids.get(i)).words(), segment.documents().words(i));
        }
        MinutiaCursor cursor = segment.table().cursor();
        Map<Long, Map<String, Integer>> found = new HashMap<>();
        while (cursor.next()) {
            assertNull(found.put(cursor.minutia(), holders(segment, ids, cursor.payload())), "a minutia came twice");
        }
        assertEquals(model.holders, found);
    }

    private static Map<String, Integer> holders(Segment segment, List<String> ids, long payload) {
        Map<String, Integer> holders = new LinkedHashMap<>();
        if (payload < ids.size()) {
            holders.put(ids.get((int) payload), 1);
            return holders;
        }
        DocumentLists.Cursor list = segment.lists().cursor(payload - ids.size());
        while (list.next()) {
            holders.put(ids.get((int) list.document()), (int) list.frequency());
        }
        return holders;
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void bytesDependOnlyOnDocumentsAndScheme(Scheme scheme) throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(5, 400, 600);
        byte[] expected = null;
        int n = 0;
        for (int threads : new int[] {1, 2, 5}) {
            for (long memory : new long[] {16 << 20, 1L << 32}) {
                Path index = directory.resolve("index-" + n++);
                build(
                        index,
                        scheme,
                        shuffled(corpus, n),
                        BuildOptions.DEFAULT.memory(memory).threads(threads));
                byte[] bytes = segment(index);
                expected = expected == null ? bytes : expected;
                assertArrayEquals(expected, bytes, threads + " threads, memory " + memory);
            }
        }
    }

    /** One minutia occurs so often that partitions are sorted in slices, by threads that overtake each other. */
    @Test
    void partitionsSortedInSlicesGiveTheSameBytes() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(9, 300, 1_500);
        byte[] repeated = RandomCorpus.utf8("same ".repeat(4_000));
        for (int i = 0; i < 40; i++) {
            corpus.put("repeated " + i, repeated);
        }
        Scheme scheme = Scheme.builder().granularity(2).frequencies(true).build();
        Path whole = directory.resolve("whole");
        build(whole, scheme, corpus, BuildOptions.DEFAULT.memory(1L << 34).threads(1));
        assertHolds(new SlowIndex(scheme, corpus, 0), whole);
        byte[] expected = segment(whole);
        for (int i = 0; i < 6; i++) {
            Path parts = directory.resolve("parts" + i);
            build(parts, scheme, shuffled(corpus, i), SMALL.threads(i % 2 == 0 ? 8 : 64));
            assertArrayEquals(expected, segment(parts));
        }
    }

    @Test
    void aBuildLargerThanItsMemorySpillsAndGivesTheSameBytes() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(11, 1_400, 4_000);
        Scheme scheme = Scheme.builder().granularity(3).build();
        build(directory.resolve("large"), scheme, corpus, BuildOptions.DEFAULT.memory(1L << 34));
        try (BulkBuilder builder =
                BulkBuilder.create(directory.resolve("small"), scheme, SMALL.threads(2), document -> {})) {
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                builder.add(d.getKey(), d.getValue(), Optional.empty());
            }
            builder.finish();
            assertTrue(builder.hasSpilled());
        }
        assertArrayEquals(segment(directory.resolve("large")), segment(directory.resolve("small")));
    }

    @Test
    void theFirstDocumentOfAnIdIsKept() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(13, 60, 300);
        Path plain = directory.resolve("plain");
        build(plain, Scheme.builder().build(), corpus, SMALL);
        Path repeated = directory.resolve("repeated");
        try (IndexBuilder builder =
                IndexBuilder.create(repeated, Scheme.builder().build(), SMALL.repeatedIds(RepeatedIds.FIRST))) {
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            for (String id : corpus.keySet()) {
                builder.add(id, RandomCorpus.utf8("another text altogether of the id " + id));
            }
            assertEquals(corpus.size(), builder.finish().repeatedIds());
        }
        assertArrayEquals(segment(plain), segment(repeated));
    }

    @Test
    void anIndexCanBeEmpty() throws IOException {
        BuildReport report = build(directory.resolve("none"), Scheme.builder().build(), Map.of(), SMALL);
        assertEquals(0, report.documents() + report.minutiae() + report.postings());
        assertEquals(List.of(), IndexCheck.check(directory.resolve("none")).problems());
        BuildReport shorts = build(
                directory.resolve("short"),
                Scheme.builder().build(),
                Map.of("a", RandomCorpus.utf8("three words only"), "b", new byte[0]),
                SMALL);
        assertEquals(2, shorts.documents());
        assertEquals(1, shorts.withoutMinutiae());
        assertEquals(3, shorts.words());
        assertEquals(List.of(), IndexCheck.check(directory.resolve("short")).problems());
    }

    @Test
    void malformedTextIsCounted() throws IOException {
        BuildReport report = build(
                directory.resolve("i"),
                Scheme.builder().build(),
                Map.of("a", new byte[] {'a', ' ', (byte) 0xFF, ' ', 'b', ' ', (byte) 0xC3}),
                SMALL);
        assertEquals(2, report.malformed());
    }

    static BuildReport build(Path index, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            return builder.finish();
        }
    }

    private static byte[] segment(Path index) throws IOException {
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    private static Map<String, byte[]> shuffled(Map<String, byte[]> corpus, long seed) {
        List<String> ids = new ArrayList<>(corpus.keySet());
        Collections.shuffle(ids, new Random(seed));
        Map<String, byte[]> shuffled = new LinkedHashMap<>();
        ids.forEach(id -> shuffled.put(id, corpus.get(id)));
        return shuffled;
    }

    private static Segment open(Path index) throws IOException {
        Manifest manifest = IndexFiles.readManifest(index);
        return IndexFiles.openSegment(index, manifest, manifest.segments().get(0));
    }

    @Test
    void manyDocumentsAreBuiltInASmallHeap(@TempDir Path directory) throws Exception {
        List<String> flags = List.of(HEAP, "-XX:+UseSerialGC", "-Dio.whorl.long=" + LongForm.ON);
        try (ChildJvm child =
                ChildJvm.start(flags, Child.class, directory.resolve("index").toString())) {
            assertEquals("built " + DOCUMENTS, child.awaitLine("built"));
        }
    }

    static final class Child {
        public static void main(String[] args) throws Exception {
            Scheme scheme = Scheme.builder().granularity(1).build();
            BuildOptions options =
                    BuildOptions.DEFAULT.memory(16 << 20).threads(2).duplicates(Duplicates.KEEP);
            try (IndexBuilder builder = IndexBuilder.create(Path.of(args[0]), scheme, options)) {
                for (int i = 0; i < DOCUMENTS; i++) {
                    // Neighbouring ids share little, so ids are not compressed well.
                    builder.add(
                            i * 7_919L % DOCUMENTS + "/" + LONG + i, RandomCorpus.utf8("this is document " + i / 2));
                }
                BuildReport report = builder.finish();
                if (report.runs() < 2 || report.duplicates().exact() != DOCUMENTS / 2) {
                    throw new IllegalStateException(report.toString());
                }
                System.out.println("built " + report.documents());
            }
        }
    }
}
