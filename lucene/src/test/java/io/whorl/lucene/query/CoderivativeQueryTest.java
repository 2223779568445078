package io.whorl.lucene.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lucene.Texts;
import io.whorl.lucene.query.HitPassages.Highlight;
import io.whorl.measure.Measure;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoderivativeQueryTest {
    @TempDir
    Path folder;

    private final Map<String, String> texts = new LinkedHashMap<>();
    private Snapshot snapshot;
    private IndexSearcher searcher;

    @BeforeEach
    void indexVersions() throws IOException {
        Texts made = new Texts(new Random(9), 3_000);
        for (int i = 0; i < 8; i++) {
            String text = made.text(120);
            for (int v = 0; v < 5; v++) {
                texts.put("d" + i + "v" + v, made.version(text, 4 * v));
            }
        }
        texts.put("copy", texts.get("d0v0"));
        snapshot = Snapshot.open(built(true));
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (String id : texts.keySet()) {
                Document document = new Document();
                document.add(new StringField("id", id, Field.Store.YES));
                writer.addDocument(document);
            }
        }
        searcher = new IndexSearcher(DirectoryReader.open(directory));
    }

    private Path built(boolean stored) throws IOException {
        Path index = folder.resolve("stored-" + stored);
        BuildOptions options = BuildOptions.DEFAULT.storeText(stored).threads(1);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), options)) {
            for (Map.Entry<String, String> text : texts.entrySet()) {
                builder.add(text.getKey(), text.getValue());
            }
            builder.finish();
        }
        return index;
    }

    @AfterEach
    void close() throws IOException {
        snapshot.close();
        searcher.getIndexReader().close();
    }

    private List<String> hits(Query query) throws IOException {
        List<String> ids = new ArrayList<>();
        for (ScoreDoc hit : searcher.search(query, 50).scoreDocs) {
            ids.add(searcher.storedFields().document(hit.doc).get("id"));
        }
        return ids;
    }

    @Test
    void hitsAndScoresAreThoseOfTheWhorlIndex() throws IOException {
        for (Measure measure : List.of(Measure.RESEMBLANCE, Measure.SHARED, Measure.PERCENT)) {
            String text = texts.get("d3v1");
            CoderivativeQuery query = CoderivativeQuery.ofText(snapshot, "id", text, measure, 0.2);
            List<Match> expected = snapshot.query(
                            text, QueryOptions.DEFAULT.measure(measure).minScore(0.2))
                    .matches();
            assertEquals(expected, query.matches());
            ScoreDoc[] found = searcher.search(query, 50).scoreDocs;
            assertEquals(expected.size(), found.length);
            for (int i = 0; i < found.length; i++) {
                assertEquals((float) expected.get(i).score(), found[i].score);
            }
            assertEquals(expected.get(0).id(), hits(query).get(0));
        }
    }

    @Test
    void equalScoresAreOneSetOfTerms() throws IOException {
        CoderivativeQuery query = CoderivativeQuery.ofDocument(snapshot, "id", "copy", Measure.RESEMBLANCE, 0.99);
        assertEquals(List.of("d0v0", "copy"), hits(query));
        assertTrue(searcher.rewrite(query).toString().contains("id:(copy d0v0)"), () -> {
            try {
                return searcher.rewrite(query).toString();
            } catch (IOException e) {
                return e.toString();
            }
        });
    }

    @Test
    void theQueryIsAClauseLikeAnyOther() throws IOException {
        Query others = new BooleanQuery.Builder()
                .add(CoderivativeQuery.ofDocument(snapshot, "id", "d2v0", Measure.CONTAINMENT, 0.3), Occur.MUST)
                .add(new TermQuery(new Term("id", "d2v0")), Occur.MUST_NOT)
                .build();
        assertEquals("d2v1", hits(others).get(0));
        assertTrue(hits(others).stream().allMatch(id -> id.startsWith("d2") && !id.equals("d2v0")));
    }

    @Test
    void textsOfASourceAreUsedWhereNoneAreStored() throws IOException {
        try (Snapshot plain = Snapshot.open(built(false))) {
            assertReason(
                    NotStoredException.Reason.TEXT,
                    () -> CoderivativeQuery.ofDocument(plain, "id", "d1v1", Measure.RESEMBLANCE, 0.5));
            TextSource source = id -> Optional.ofNullable(texts.get(id)).map(t -> t.getBytes(StandardCharsets.UTF_8));
            QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
            assertEquals(
                    "d1v1",
                    hits(CoderivativeQuery.ofDocument(plain, source, "id", "d1v1", options))
                            .get(0));
            assertEquals(List.of(), hits(CoderivativeQuery.ofDocument(plain, source, "id", "absent", options)));
        }
    }

    @Test
    void emptyTextsAndUnknownDocumentsMatchNothing() throws IOException {
        assertEquals(List.of(), hits(CoderivativeQuery.ofText(snapshot, "id", "", Measure.RESEMBLANCE, 0)));
        assertEquals(List.of(), hits(CoderivativeQuery.ofText(snapshot, "id", "too short", Measure.SHARED, 0)));
        assertEquals(List.of(), hits(CoderivativeQuery.ofDocument(snapshot, "id", "absent", Measure.SHARED, 0)));
    }

    @Test
    void leastScoresOutOfRangeAreRefused() {
        assertTrue(refusal(Measure.RESEMBLANCE, 1.5).contains("min-score is 1.5; with the measure resem"));
        assertTrue(refusal(Measure.PERCENT, 100.1).contains("from 0 to 100"));
        assertTrue(refusal(Measure.SHARED, -1).contains("min-score is -1"));
        assertTrue(refusal(Measure.SHARED, Double.NaN).contains("min-score is NaN"));
        assertTrue(refusal(Measure.SHARED, Double.POSITIVE_INFINITY).contains("min-score is Infinity"));
    }

    private String refusal(Measure measure, double minScore) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> CoderivativeQuery.ofText(snapshot, "id", "text", measure, minScore))
                .getMessage();
    }

    @Test
    void equalQueriesAreEqual() {
        CoderivativeQuery query = CoderivativeQuery.ofText(snapshot, "id", "a text", Measure.RESEMBLANCE, 0.5);
        CoderivativeQuery same = CoderivativeQuery.ofText(snapshot, "id", "a text", Measure.RESEMBLANCE, 0.5);
        assertEquals(query, same);
        assertEquals(query.hashCode(), same.hashCode());
        assertNotEquals(query, CoderivativeQuery.ofText(snapshot, "id", "a text", Measure.RESEMBLANCE, 0.6));
        assertNotEquals(query, CoderivativeQuery.ofText(snapshot, "id", "another", Measure.RESEMBLANCE, 0.5));
        assertEquals("coderivatives(a text of 6 bytes by resemblance from 0.5)", query.toString("id"));
    }

    @Test
    void highlightsAreThePassagesOfHits() throws IOException {
        HitPassages passages = HitPassages.of(snapshot, AlignmentOptions.DEFAULT);
        String text = "an introduction that is new. " + texts.get("d5v0");
        List<Highlight> found = passages.find(text, List.of("d5v1", "absent", "d6v0"));
        assertEquals(
                List.of("d5v1", "absent", "d6v0"),
                found.stream().map(Highlight::id).toList());
        assertTrue(found.get(0).excerpts().size() >= 1);
        found.get(0).excerpts().forEach(e -> assertTrue(texts.get("d5v1").contains(e.text())));
        assertEquals(Optional.of(Reason.MISSING), found.get(1).unavailable());
        assertEquals(List.of(), found.get(2).excerpts());
        assertEquals(Optional.empty(), found.get(2).unavailable());
    }

    @Test
    void highlightsNeedTheTextThatWasIndexed() throws IOException {
        try (Snapshot plain = Snapshot.open(built(false))) {
            assertReason(NotStoredException.Reason.TEXT, () -> HitPassages.of(plain, AlignmentOptions.DEFAULT));
            TextSource changed = id -> Optional.of(("changed " + texts.get(id)).getBytes(StandardCharsets.UTF_8));
            HitPassages passages = HitPassages.of(plain, changed, AlignmentOptions.DEFAULT);
            assertEquals(
                    Optional.of(Reason.CHANGED),
                    passages.find(texts.get("d1v1"), List.of("d1v1")).get(0).unavailable());
        }
    }
}
