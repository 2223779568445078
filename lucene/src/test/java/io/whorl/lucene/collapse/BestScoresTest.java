package io.whorl.lucene.collapse;

import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import io.whorl.lucene.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compares the collector of the best scores with Lucene's, where hits are skipped and slices run on threads. */
@TimeoutSuite(millis = 600_000)
public class BestScoresTest extends LuceneTestCase {
    public void testHitsAreThoseOfLucenesCollector() throws IOException {
        for (int i = 0; i < Form.of(1, 20); i++) {
            try (Directory directory = newDirectory()) {
                index(directory, Form.of(1_000, 10_000));
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    for (int searchers = 0; searchers < 3; searchers++) {
                        compare(newSearcher(reader));
                    }
                }
            }
        }
    }

    private static void index(Directory directory, int documents) throws IOException {
        Random random = random();
        // A fixed codec, because the random ones are slow with so many documents.
        try (IndexWriter writer =
                new IndexWriter(directory, newIndexWriterConfig().setCodec(TestUtil.getDefaultCodec()))) {
            for (int i = 0; i < documents; i++) {
                StringBuilder text = new StringBuilder();
                for (int words = 1 + random.nextInt(8); words > 0; words--) {
                    text.append("w").append(random.nextInt(12)).append(' ');
                }
                Document document = new Document();
                document.add(new TextField("body", text.toString(), Field.Store.NO));
                writer.addDocument(document);
                if (random.nextInt(documents / 4) == 0) {
                    writer.commit();
                }
            }
        }
    }

    private static void compare(IndexSearcher searcher) throws IOException {
        Random random = random();
        for (int i = 0; i < 8; i++) {
            Query query = RandomSearch.query(random);
            int most = 1 + random.nextInt(60);
            int threshold = random.nextBoolean() ? random.nextInt(300) : Integer.MAX_VALUE;
            Optional<ScoreDoc> after = Optional.empty();
            for (int page = 0; page < 3; page++) {
                CandidateManager.Best best =
                        searcher.search(query, CandidateManager.of(Optional.empty(), most, after, threshold));
                TopDocs expected = searcher.search(
                        query, new TopScoreDocCollectorManager(most, after.orElse(null), Integer.MAX_VALUE));
                assertEquals(described(expected.scoreDocs), described(best.top().scoreDocs));
                assertTotal(searcher.count(query), Math.max(threshold, most), best.top().totalHits);
                for (ScoreDoc hit : best.top().scoreDocs) {
                    assertTrue(best.leaves().stream()
                            .anyMatch(l -> hit.doc >= l.docBase
                                    && hit.doc < l.docBase + l.reader().maxDoc()));
                }
                int found = best.top().scoreDocs.length;
                after = found == 0 ? after : Optional.of(best.top().scoreDocs[found - 1]);
            }
        }
    }

    /** The number of hits is a field in Lucene 9 and a method in Lucene 10; both have it in the description. */
    private static void assertTotal(int hits, int threshold, TotalHits total) {
        String exact = new TotalHits(hits, TotalHits.Relation.EQUAL_TO).toString();
        boolean isExact = total.toString().equals(exact);
        assertTrue(total + " of " + hits, isExact || hits > threshold);
        assertTrue(total.toString(), isExact || total.toString().contains("+"));
    }

    private static List<String> described(ScoreDoc[] hits) {
        List<String> described = new ArrayList<>();
        for (ScoreDoc hit : hits) {
            described.add(hit.doc + " " + hit.score);
        }
        return described;
    }

    public void testNumbersKeepTheOrderOfHits() {
        float[] scores = {0, Float.MIN_VALUE, 0.5f, 1, 3.25f, Float.MAX_VALUE, Float.POSITIVE_INFINITY};
        int[] documents = {0, 1, 77, Integer.MAX_VALUE - 1};
        for (int i = 0; i < scores.length; i++) {
            for (int j = 0; j < documents.length; j++) {
                long hit = CandidateManager.ScoreHeap.hit(scores[i], documents[j]);
                assertEquals(scores[i], CandidateManager.ScoreHeap.score(hit), 0);
                assertEquals(documents[j], CandidateManager.ScoreHeap.doc(hit));
                assertTrue(j == 0 || hit < CandidateManager.ScoreHeap.hit(scores[i], documents[j - 1]));
                assertTrue(i == 0 || hit > CandidateManager.ScoreHeap.hit(scores[i - 1], documents[0]));
            }
        }
        assertEquals(CandidateManager.ScoreHeap.hit(0f, 5), CandidateManager.ScoreHeap.hit(-0f, 5));
    }
}
