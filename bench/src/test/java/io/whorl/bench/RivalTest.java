package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.ChronicleMapRival.ChronicleAdds;
import io.whorl.bench.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.LookupBenchmarks.LineFloor;
import io.whorl.bench.LuceneRival.Queries;
import io.whorl.bench.LuceneRival.Shingles;
import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.Rival.PostingAdds;
import io.whorl.bench.Rival.PostingStore;
import io.whorl.bench.Rival.SingletonTable;
import io.whorl.bench.RocksDbRival.RocksAdds;
import io.whorl.bench.WhorlRival.WhorlSegment;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.write.NewDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.apache.lucene.search.TopDocs;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that rivals give correct answers. */
class RivalTest {
    private final SingletonSet set = new SingletonSet(20_000, 900);

    @Test
    void luceneMakesChunksOfFourLowerCaseWords() throws Exception {
        try (Shingles shingles = new Shingles()) {
            assertEquals(
                    "the quick brown fox".length() + "quick brown fox jumps".length(),
                    shingles.consume("The quick, brown FOX jumps!"));
            assertEquals(0, shingles.consume("only three words"));
        }
    }

    @Test
    void keyValueStoresHoldAllPostings(@TempDir Path folder) throws Exception {
        List<NewDocument> documents =
                TextCollection.load("", TextCollection.GENERATED).thousandWords(60);
        try (PostingAdds rocks = new RocksAdds(Files.createDirectory(folder.resolve("rocks")), 2);
                PostingAdds chronicle =
                        new ChronicleAdds(Files.createDirectory(folder.resolve("chronicle")), 2, documents)) {
            for (PostingAdds index : List.of(rocks, chronicle)) {
                index.add(documents.subList(0, 1));
                index.add(documents.subList(1, 20));
                index.add(documents.subList(20, 60));
                holdsThePostings(index, documents);
            }
        }
    }

    private static void holdsThePostings(PostingAdds index, List<NewDocument> documents) throws Exception {
        Map<Long, List<Integer>> expected =
                expected(documents.stream().map(NewDocument::utf8).toList());
        assertTrue(expected.values().stream().anyMatch(list -> list.size() > 1));
        for (Map.Entry<Long, List<Integer>> entry : expected.entrySet()) {
            assertEquals(
                    entry.getValue(),
                    Arrays.stream(index.documents(entry.getKey())).boxed().toList(),
                    "minutia " + entry.getKey());
        }
        long absent = 1;
        assertTrue(!expected.containsKey(absent) && index.documents(absent).length == 0);
    }

    @ParameterizedTest
    @EnumSource
    void luceneFindsTheDocumentsThatShareMost(Queries.Scoring scoring, @TempDir Path folder) throws Exception {
        long[] minutiae = LongStream.range(0, 100).map(set::minutia).toArray();
        try (LuceneRival index = new LuceneRival(folder, LuceneRival.Terms.MINUTIAE, 1)) {
            index.indexMinutiae("half", minutiae, 50);
            index.indexMinutiae("whole", minutiae, 100);
            index.indexMinutiae("other", set.misses(100, 1), 100);
            index.mergeAll();
        }
        try (Queries queries = new Queries(folder, scoring)) {
            TopDocs found = queries.search(minutiae, minutiae.length, 20);
            assertEquals(2, found.scoreDocs.length);
            assertEquals("whole", queries.id(found.scoreDocs[0].doc));
            assertEquals("half", queries.id(found.scoreDocs[1].doc));
            assertTrue(scoring != Queries.Scoring.SHARED || found.scoreDocs[0].score == 100f);
        }
    }

    @Test
    void whorlsTableHoldsTheSet(@TempDir Path folder) throws Exception {
        WhorlSegment.build(set, folder.resolve("segment"));
        holdsTheSet(new WhorlSegment(folder.resolve("segment")));
    }

    @Test
    void rivalTablesHoldTheSetWhenBuiltAndWhenReopened(@TempDir Path folder) throws Exception {
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            for (int time = 0; time < 2; time++) {
                holdsTheSet(ChronicleTable.ofInts(set, work));
                holdsTheSet(ChronicleTable.ofLongs(set, work));
                holdsTheSet(SparkeyRival.made(set, work));
            }
        }
    }

    @Test
    void floorReadsTheFirstWordOfDrawnLines(@TempDir Path folder) throws Exception {
        byte[] lines = new byte[64 * 100];
        for (int line = 0; line < 100; line++) {
            lines[64 * line] = 1;
        }
        LineFloor floor = LineFloor.of(Files.write(folder.resolve("lines"), lines), 1_000, 5);
        assertEquals(700, floor.readKnown(200, 900));
        assertEquals(700, floor.read(700));
        assertEquals(700, floor.read(700));
    }

    private void holdsTheSet(SingletonTable opened) throws Exception {
        try (SingletonTable table = opened) {
            for (int i = 0; i < set.count(); i++) {
                assertEquals(set.document(i), table.find(set.minutia(i)), "minutia " + i);
                assertEquals(
                        SingletonTable.ABSENT, table.find(set.minutia(set.count() + (long) i)), "absent minutia " + i);
            }
            assertTrue(table.bytes() > 5L * set.count() && table.bytes() < 60L * set.count(), table.bytes() + " bytes");
            long[] hits = set.hits(3_000, 1);
            long[] found = new long[hits.length];
            table.findAll(hits, 0, hits.length, found);
            for (int i = 0; i < hits.length; i++) {
                assertEquals(table.find(hits[i]), found[i]);
            }
        }
    }

    // The lists of every store are those of a map of single postings.

    private static final int COPIES = 1_500;

    private static TextCollection texts;
    private static SortedMap<Long, List<Integer>> expected;

    @BeforeAll
    static void load() throws Exception {
        texts = texts();
        // Ids are ASCII, so characters and bytes have the same order.
        expected = expected(texts.documents().stream()
                .sorted(Comparator.comparing(Document::id))
                .map(Document::utf8)
                .toList());
    }

    /** Most chunks are in two documents. Some are in so many that their lists are longer than the initial buffers. */
    private static TextCollection texts() throws Exception {
        List<Document> documents = new ArrayList<>(
                TextCollection.load("", TextCollection.GENERATED).documents().subList(0, 40));
        for (int i = 0; i < COPIES; i++) {
            documents.add(new Document(
                    "copy-" + i * 7919 % COPIES,
                    ("a sentence that everyone repeats number" + i).getBytes(StandardCharsets.UTF_8),
                    "copies"));
        }
        return new TextCollection("copies", documents);
    }

    /** The documents of each minutia, by their places in the list. */
    private static SortedMap<Long, List<Integer>> expected(List<byte[]> documents) {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));
        SortedMap<Long, List<Integer>> expected = new TreeMap<>();
        for (int d = 0; d < documents.size(); d++) {
            for (long minutia : fingerprinter.fingerprint(documents.get(d)).toArray()) {
                expected.computeIfAbsent(minutia, any -> new ArrayList<>()).add(d);
            }
        }
        return expected;
    }

    @ParameterizedTest
    @EnumSource
    void storesReturnTheirLists(PostingStores store, @TempDir Path folder) throws Exception {
        PostingLists lists = PostingLists.of(texts);
        Supplier<PostingLists> supplier = () -> lists;
        long[] present = expected.keySet().stream().mapToLong(Long::longValue).toArray();
        long[] absent = lists.misses(2_000, 3);
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            for (int time = 0; time < 2; time++) {
                Path made = store.made(texts, supplier, work);
                try (PostingStore opened = store.opened(made)) {
                    holds(opened, present, absent);
                }
                assertTrue(PostingStores.seconds(made) > 0);
                assertTrue(PostingStores.bytes(made) > lists.minutiae());
            }
        }
    }

    private void holds(PostingStore opened, long[] present, long[] absent) throws Exception {
        FoundLists found = new FoundLists();
        for (long minutia : present) {
            found.clear();
            opened.find(minutia, found);
            assertEquals(1, found.size());
            assertArrayEquals(array(expected.get(minutia)), found.list(0), () -> "minutia " + minutia);
        }
        found.clear();
        for (int from = 0; from < present.length; from += 1_000) {
            opened.findAll(present, from, Math.min(present.length, from + 1_000), found);
        }
        assertEquals(present.length, found.size());
        for (int i = 0; i < present.length; i++) {
            assertArrayEquals(array(expected.get(present[i])), found.list(i), "minutia " + present[i]);
        }
        found.clear();
        opened.findAll(absent, 0, absent.length, found);
        assertEquals(absent.length, found.size());
        for (long minutia : absent) {
            opened.find(minutia, found);
        }
        assertEquals(0, found.documents());
    }

    private static int[] array(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void drawsAreHitsAndMisses() throws Exception {
        PostingLists lists = PostingLists.of(texts);
        assertEquals(expected.size(), lists.minutiae());
        assertEquals(expected.values().stream().mapToInt(List::size).sum(), lists.postings());
        assertEquals(40 + COPIES, lists.documents());
        assertTrue(expected.values().stream().anyMatch(list -> list.size() == COPIES));
        for (long hit : lists.hits(5_000, 1)) {
            assertTrue(expected.containsKey(hit));
        }
        for (long asked : lists.asked(5_000, 1)) {
            assertTrue(expected.containsKey(asked));
        }
        long often = Arrays.stream(lists.asked(5_000, 2))
                .filter(minutia -> expected.get(minutia).size() == COPIES)
                .count();
        long seldom = Arrays.stream(lists.hits(5_000, 2))
                .filter(minutia -> expected.get(minutia).size() == COPIES)
                .count();
        assertTrue(often > 5 * Math.max(1, seldom), often + " and " + seldom);
        for (long miss : lists.misses(5_000, 1)) {
            assertTrue(!expected.containsKey(miss) && miss >>> PostingLists.MINUTIA_BITS == 0);
        }
    }
}
