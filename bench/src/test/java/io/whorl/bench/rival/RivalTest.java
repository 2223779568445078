package io.whorl.bench.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.LookupBenchmarks.LineFloor;
import io.whorl.bench.rival.ChronicleMapRival.ChronicleAdds;
import io.whorl.bench.rival.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.rival.LuceneRival.Queries;
import io.whorl.bench.rival.LuceneRival.Shingles;
import io.whorl.bench.rival.Rival.PostingAdds;
import io.whorl.bench.rival.Rival.SingletonTable;
import io.whorl.bench.rival.RocksDbRival.RocksAdds;
import io.whorl.bench.rival.WhorlRival.WhorlSegment;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.write.NewDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.TopDocs;
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
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));
        Map<Long, List<Integer>> expected = new HashMap<>();
        for (int d = 0; d < documents.size(); d++) {
            for (long minutia :
                    fingerprinter.fingerprint(documents.get(d).utf8()).toArray()) {
                expected.computeIfAbsent(minutia, m -> new ArrayList<>()).add(d);
            }
        }
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
        long[] minutiae = new long[100];
        for (int i = 0; i < minutiae.length; i++) {
            minutiae[i] = set.minutia(i);
        }
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
}
