package io.whorl.lucene.collapse;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.lucene.UnreadableSketchException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CollapseBadInputTest {
    private static final FingerprintField VERSIONS = FingerprintField.of("versions");
    private static final Scheme OTHER =
            Scheme.builder().granularity(5).selection("mod", Map.of("m", "2")).build();
    private static final String TEXT = "we hold these truths to be self evident that all men are created equal";
    private static final Query ALL = new MatchAllDocsQuery();

    private final CollapsingSearch search = CollapsingSearch.of(VERSIONS, CollapseOptions.DEFAULT);

    private static IndexSearcher searcher(List<List<IndexableField>> documents, boolean merged) throws IOException {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (List<IndexableField> fields : documents) {
                Document document = new Document();
                document.add(new TextField("body", TEXT, Field.Store.NO));
                fields.forEach(document::add);
                writer.addDocument(document);
                writer.commit();
            }
            if (merged) {
                writer.forceMerge(1);
            }
        }
        return new IndexSearcher(DirectoryReader.open(directory));
    }

    @Test
    void documentsWithoutSketchAreKeptAndCounted() throws IOException {
        IndexSearcher searcher = searcher(
                List.of(VERSIONS.fields(TEXT), List.of(), VERSIONS.fields(TEXT), List.of(), VERSIONS.fields("")),
                false);
        CollapsedTopDocs page = search.search(searcher, ALL, 10);
        assertEquals(
                List.of(0, 1, 3, 4),
                page.groups().stream().map(g -> g.hit().doc).toList());
        assertEquals(
                List.of(1L, 0L, 0L, 0L),
                page.groups().stream().map(CollapsedGroup::others).toList());
        assertEquals(3, page.withoutSketch());
        assertEquals(Optional.empty(), page.next());
    }

    @Test
    void sketchesOfAnotherSchemeAreRefusedAndBothSchemesAreNamed() throws IOException {
        FingerprintField other = FingerprintField.of("versions", OTHER, GroupKeys.DEFAULT);
        for (boolean merged : new boolean[] {false, true}) {
            IndexSearcher searcher = searcher(List.of(VERSIONS.fields(TEXT), other.fields(TEXT)), merged);
            String message = assertReason(SchemeException.Reason.MISMATCH, () -> search.search(searcher, ALL, 10))
                    .getMessage();
            assertTrue(message.contains(VERSIONS.scheme().differences(other.scheme())), message);
        }
    }

    @Test
    void otherDocValuesAreRefused() throws IOException {
        IndexSearcher bytes = searcher(List.of(List.of(new BinaryDocValuesField("versions", new BytesRef("x")))), true);
        UnreadableSketchException e =
                assertThrows(UnreadableSketchException.class, () -> search.search(bytes, ALL, 10));
        assertEquals("versions", e.field());
        IndexSearcher numbers = searcher(List.of(List.of(new NumericDocValuesField("versions", 1))), true);
        assertThrows(IllegalStateException.class, () -> search.search(numbers, ALL, 10));
    }

    @Test
    void whereNothingIsFoundOrSketchedNothingCollapses() throws IOException {
        IndexSearcher searcher = searcher(List.of(VERSIONS.fields(TEXT)), true);
        Query nothing = new TermQuery(new Term("body", "absent"));
        CollapseOptions all = CollapseOptions.DEFAULT.counts(CollapseOptions.Counts.ALL);
        for (CollapseOptions options : List.of(CollapseOptions.DEFAULT, all)) {
            CollapsedTopDocs page = CollapsingSearch.of(VERSIONS, options).search(searcher, nothing, 10);
            assertEquals(List.of(), page.groups());
            assertEquals(0, page.examined());
            assertEquals(Optional.empty(), page.next());
        }
        assertEquals(
                List.of(), search.search(searcher(List.of(), false), ALL, 10).groups());
        // No document has the field.
        CollapsedTopDocs plain = search.search(searcher(List.of(List.of(), List.of()), true), ALL, 10);
        assertEquals(2, plain.groups().size());
        assertEquals(2, plain.withoutSketch());
    }

    @Test
    void numbersOutOfRangeAreRefusedByName() throws IOException {
        IndexSearcher searcher = searcher(List.of(), false);
        refused("n is 0", () -> search.search(searcher, ALL, 0));
        refused("n is 100001", () -> search.search(searcher, ALL, 100_001));
        refused("n is -1", () -> CollapsingCollectorManager.byScore(VERSIONS, CollapseOptions.DEFAULT, -1));
        for (double threshold : new double[] {0, -0.5, 1.01, Double.NaN}) {
            refused("threshold is " + threshold, () -> CollapseOptions.DEFAULT.threshold(threshold));
        }
        refused("examinedPerGroup is 0", () -> CollapseOptions.DEFAULT.examinedPerGroup(0));
        refused("members is -1", () -> CollapseOptions.DEFAULT.members(-1));
        refused("totalHitsThreshold is -1", () -> CollapseOptions.DEFAULT.totalHitsThreshold(-1));
    }

    @Test
    void aCursorOfAnotherSearchIsRefused() throws IOException {
        IndexSearcher searcher =
                searcher(List.of(VERSIONS.fields(TEXT), VERSIONS.fields("one two three four five six")), false);
        CollapseCursor cursor = search.search(searcher, ALL, 1).next().orElseThrow();
        assertEquals(1, cursor.size());
        Query other = new TermQuery(new Term("body", "truths"));
        refused("body:truths", () -> search.searchAfter(cursor, searcher, other, 1));
        refused("sorted by", () -> search.searchAfter(cursor, searcher, ALL, 1, Sort.INDEXORDER));
        IndexSearcher elsewhere = searcher(List.of(VERSIONS.fields(TEXT)), false);
        refused("document numbers differ", () -> search.searchAfter(cursor, elsewhere, ALL, 1));
        assertEquals(
                1, search.searchAfter(cursor, searcher, ALL, 1).groups().get(0).hit().doc);
    }

    private static void refused(String text, Executable call) {
        assertMessage(IllegalArgumentException.class, text, call);
    }
}
