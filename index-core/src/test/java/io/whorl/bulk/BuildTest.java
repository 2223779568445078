package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LimitExceededException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SlowIndex;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentLists;
import io.whorl.store.IndexFiles;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares what a build writes with a slow index in memory, also of more documents than the heap could hold ids. */
class BuildTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final BuildOptions SMALL = BuildOptions.DEFAULT.memory(16 << 20);

    @TempDir
    Path directory;

    private static final int DOCUMENTS = LongForm.of(150_000, 300_000);
    private static final String HEAP = "-Xmx" + LongForm.of(40, 64) + "m";
    private static final String LONG = "a-rather-long-name-of-a-folder/".repeat(8);

    @ParameterizedTest
    @EnumSource
    void anIndexContainsEveryPostingOfEveryDocument(BuiltSchemes built) throws IOException {
        Scheme scheme = built.scheme;
        for (long minDocument : new long[] {0, 50}) {
            Map<String, byte[]> corpus = RandomCorpus.of(minDocument + 1, 150, 500);
            SlowIndex model = new SlowIndex(scheme, corpus, minDocument);
            Path index = directory.resolve("index-" + minDocument);
            BuildReport report = RandomCorpus.index(index, scheme, corpus, SMALL.minDocument(minDocument));
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
        Segment segment = TestFiles.segment(index);
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
        // A list is stored once, however many minutiae have it; one document with a frequency of 1 needs none.
        assertEquals(
                found.values().stream()
                        .filter(holders -> !List.of(1).equals(List.copyOf(holders.values())))
                        .distinct()
                        .count(),
                segment.lists().count());
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
        RandomCorpus.index(
                whole, scheme, corpus, BuildOptions.DEFAULT.memory(1L << 34).threads(1));
        assertHolds(new SlowIndex(scheme, corpus, 0), whole);
        byte[] expected = TestFiles.bytes(whole);
        for (int i = 0; i < 6; i++) {
            Path parts = directory.resolve("parts" + i);
            RandomCorpus.index(parts, scheme, shuffled(corpus, i), SMALL.threads(i % 2 == 0 ? 8 : 64));
            assertArrayEquals(expected, TestFiles.bytes(parts));
        }
    }

    @Test
    void aBuildLargerThanItsMemorySpillsAndGivesTheSameBytes() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(11, 1_400, 4_000);
        Scheme scheme = Scheme.builder().granularity(3).build();
        RandomCorpus.index(directory.resolve("large"), scheme, corpus, BuildOptions.DEFAULT.memory(1L << 34));
        try (IndexBuilder builder = IndexBuilder.create(directory.resolve("small"), scheme, SMALL.threads(2))) {
            for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
            assertTrue(builder.hasSpilled());
        }
        assertArrayEquals(TestFiles.bytes(directory.resolve("large")), TestFiles.bytes(directory.resolve("small")));
    }

    @Test
    void anIndexCanBeEmpty() throws IOException {
        BuildReport report = RandomCorpus.index(directory.resolve("none"), SCHEME, Map.of(), SMALL);
        assertEquals(0, report.documents() + report.minutiae() + report.postings());
        assertEquals(List.of(), IndexCheck.check(directory.resolve("none")).problems());
        BuildReport shorts = RandomCorpus.index(
                directory.resolve("short"),
                SCHEME,
                Map.of("a", RandomCorpus.utf8("three words only"), "b", new byte[0]),
                SMALL);
        assertEquals(2, shorts.documents());
        assertEquals(1, shorts.withoutMinutiae());
        assertEquals(3, shorts.words());
        assertEquals(List.of(), IndexCheck.check(directory.resolve("short")).problems());
    }

    @Test
    void malformedTextIsCounted() throws IOException {
        BuildReport report = RandomCorpus.index(
                directory.resolve("i"),
                SCHEME,
                Map.of("a", new byte[] {'a', ' ', (byte) 0xFF, ' ', 'b', ' ', (byte) 0xC3}),
                SMALL);
        assertEquals(2, report.malformed());
    }

    private static Map<String, byte[]> shuffled(Map<String, byte[]> corpus, long seed) {
        List<String> ids = new ArrayList<>(corpus.keySet());
        Collections.shuffle(ids, new Random(seed));
        Map<String, byte[]> shuffled = new LinkedHashMap<>();
        ids.forEach(id -> shuffled.put(id, corpus.get(id)));
        return shuffled;
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

    // Documents that exceed the memory of one thread, compared with builds that have enough memory.

    /** With this many threads a document can have about 4,000 minutiae in heap. */
    private static final BuildOptions LITTLE =
            BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(64);

    private static final BuildOptions MUCH =
            BuildOptions.DEFAULT.memory(1L << 34).threads(2);

    private Path large;

    @BeforeTry
    void beginLarge() throws IOException {
        large = Files.createTempDirectory("large");
    }

    @AfterTry
    void endLarge() throws IOException {
        TestFiles.delete(large);
    }

    @Property(tries = 8)
    void littleMemoryGivesTheSameBytes(@ForAll BuiltSchemes drawn, @ForAll boolean duplicates, @ForAll long seed)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            endLarge();
            beginLarge();
            assertSameBytes(drawn, duplicates, each);
        }
    }

    private void assertSameBytes(BuiltSchemes drawn, boolean duplicates, long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = RandomCorpus.of(seed, 20, 400);
        for (int i = 0; i < 4; i++) {
            byte[] text = text(random, 5_000 + random.nextInt(30_000), 1 + random.nextInt(20_000));
            corpus.put("large " + i, text);
            corpus.put("again " + i, text);
        }
        Duplicates which = duplicates ? Duplicates.KEEP : Duplicates.IGNORE;
        List<RefusedDocument> refused = new ArrayList<>();
        BuildReport little = build("little", drawn.scheme, corpus, LITTLE.duplicates(which), refused);
        BuildReport much = build("much", drawn.scheme, corpus, MUCH.duplicates(which), refused);
        assertArrayEquals(TestFiles.bytes(large.resolve("much")), TestFiles.bytes(large.resolve("little")));
        assertEquals(much.duplicates(), little.duplicates());
        assertEquals(much.minutiae(), little.minutiae());
        assertEquals(much.words(), little.words());
        assertEquals(much.withoutMinutiae(), little.withoutMinutiae());
        assertEquals(List.of(), refused);
    }

    /** A document that cannot be fingerprinted affects neither other documents nor the build. */
    @Example
    void aDocumentThatCannotBeFingerprintedIsLeftOutAndReported() throws IOException {
        Scheme scheme =
                Scheme.builder().selection("rarest-in-document", Map.of()).build();
        Map<String, byte[]> small = RandomCorpus.of(5, 40, 400);
        Map<String, byte[]> corpus = new TreeMap<>(small);
        corpus.put("large", text(new Random(5), 100_000, 20_000));
        List<RefusedDocument> refused = new ArrayList<>();
        assertEquals(0, build("small", scheme, small, LITTLE, refused).refused());
        assertEquals(List.of(), refused);
        BuildReport report = build("all", scheme, corpus, LITTLE, refused);
        assertEquals(1, report.refused());
        assertEquals(40, report.documents());
        assertEquals(List.of("large"), refused.stream().map(RefusedDocument::id).toList());
        LimitExceededException reason = refused.get(0).reason();
        assertEquals("chunks of one document", reason.limit());
        assertTrue(reason.getMessage().contains("rarest-in-document"), reason.getMessage());
        assertArrayEquals(TestFiles.bytes(large.resolve("small")), TestFiles.bytes(large.resolve("all")));
    }

    private BuildReport build(
            String name, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options, List<RefusedDocument> refused)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(large.resolve(name), scheme, options, refused::add)) {
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            return builder.finish();
        }
    }

    private static byte[] text(Random random, int words, int different) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(Integer.toString(random.nextInt(different), 36)).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }

    // Builds in a heap of 64 MiB from documents that repeat one word or never repeat any.

    private static final int COPIES = LongForm.of(5, 12);

    private static final int ONE_WORD = 16 << 20;

    private static final int DISTINCT = LongForm.of(3_000_000, 5_000_000);

    /** A word and a space. */
    private static final int WIDTH = 6;

    @Test
    void largeDocumentsAreBuiltInASmallHeap(@TempDir Path folder) throws Exception {
        List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC", "-Dio.whorl.long=" + LongForm.ON);
        try (ChildJvm child = ChildJvm.start(flags, LargeChild.class, folder.toString())) {
            String copies = ": " + COPIES + " documents, 1 minutiae, " + COPIES + " postings, refused []";
            assertEquals("one word" + copies, child.awaitLine("one word"));
            assertEquals("counted" + copies, child.awaitLine("counted"));
            int chunks = DISTINCT - 3;
            assertEquals(
                    "distinct: 1 documents, " + chunks + " minutiae, " + chunks + " postings, refused []",
                    child.awaitLine("distinct"));
        }
    }

    static final class LargeChild {
        private static final BuildOptions OPTIONS =
                BuildOptions.DEFAULT.memory(16 << 20).threads(2);

        public static void main(String[] args) throws IOException {
            Path large = Path.of(args[0]);
            byte[] oneWord = new byte[ONE_WORD];
            Arrays.fill(oneWord, (byte) ' ');
            for (int i = 0; i < oneWord.length; i += WIDTH) {
                Arrays.fill(oneWord, i, Math.min(oneWord.length, i + WIDTH - 1), (byte) 'a');
            }
            // The last word is cut to the other documents' length.
            Arrays.fill(oneWord, oneWord.length / WIDTH * WIDTH, oneWord.length, (byte) ' ');
            build(large, "one word", Scheme.builder().build(), oneWord, COPIES);
            build(
                    large,
                    "counted",
                    Scheme.builder().granularity(1).frequencies(true).build(),
                    oneWord,
                    COPIES);
            oneWord = null;
            // With 64 bits none of these minutiae collide.
            build(large, "distinct", Scheme.builder().bits(64).build(), distinct(), 1);
        }

        private static byte[] distinct() {
            byte[] text = new byte[DISTINCT * WIDTH];
            Arrays.fill(text, (byte) ' ');
            for (int i = 0; i < DISTINCT; i++) {
                int rest = i;
                for (int j = 0; j < WIDTH - 1; j++) {
                    text[i * WIDTH + j] = (byte) ('a' + rest % 26);
                    rest /= 26;
                }
            }
            return text;
        }

        private static void build(Path large, String name, Scheme scheme, byte[] text, int copies) throws IOException {
            List<String> refused = new ArrayList<>();
            try (IndexBuilder builder =
                    IndexBuilder.create(large.resolve(name), scheme, OPTIONS, r -> refused.add(r.id()))) {
                for (int i = 0; i < copies; i++) {
                    builder.add("document " + i, text);
                }
                BuildReport report = builder.finish();
                System.out.println(name + ": " + report.documents() + " documents, " + report.minutiae() + " minutiae, "
                        + report.postings() + " postings, refused " + refused);
            }
        }
    }
}
