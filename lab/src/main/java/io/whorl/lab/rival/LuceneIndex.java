package io.whorl.lab.rival;

import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.RivalScheme;
import io.whorl.query.Matches;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.FSDirectory;

/** A Lucene index of a collection. */
final class LuceneIndex implements LabIndex {
    static final String FIELD = "text";
    static final String ID = "id";
    static final String SHARED = "shared";

    private final Path at;
    private final LuceneIndexing.Written written;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final LuceneQueries queries;
    private final LuceneCounts counts;

    private LuceneIndex(RivalScheme scheme, boolean shared, Path at, LuceneIndexing.Written written)
            throws IOException {
        this.at = at;
        this.written = written;
        reader = DirectoryReader.open(FSDirectory.open(at));
        searcher = new IndexSearcher(reader);
        // A query cache would hide the cost of repeated queries.
        searcher.setQueryCache(null);
        // A query has one clause for each term of the text; Lucene's default limit is 1,024.
        IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
        queries = new LuceneQueries(scheme, shared, new LuceneAnalyzer(scheme), reader);
        counts = LuceneCounts.of(reader);
    }

    /** @param at an empty folder */
    static LuceneIndex build(RivalScheme scheme, String measure, Documents documents, int threads, Path at)
            throws IOException {
        boolean shared = measure.equals(SHARED);
        return new LuceneIndex(scheme, shared, at, LuceneIndexing.write(scheme, shared, documents, threads, at));
    }

    @Override
    public Searcher searcher(Configuration configuration) {
        return this::search;
    }

    private Matches search(byte[] utf8, int top) throws IOException {
        BooleanQuery query = queries.of(new String(utf8, StandardCharsets.UTF_8));
        TopDocuments best = new TopDocuments(top);
        for (ScoreDoc found : searcher.search(query, allDocuments(top)).scoreDocs) {
            best.offer(searcher.storedFields().document(found.doc).get(ID), found.score);
        }
        return best.matches(query.clauses().size());
    }

    /**
     * Scores every document that has any term. Lucene's own optimisation, which skips documents that cannot reach the
     * top, costs more than it saves for disjunctions of thousands of terms.
     */
    private TopScoreDocCollectorManager allDocuments(int top) {
        return new TopScoreDocCollectorManager(Math.min(top, reader.maxDoc()), Integer.MAX_VALUE);
    }

    @Override
    public IndexSize size() {
        return new IndexSize(
                reader.numDocs(),
                written.textBytes(),
                0,
                counts.terms(),
                counts.singletons(),
                counts.postings(),
                Folders.bytes(at));
    }

    @Override
    public double seconds() {
        return written.seconds();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        Folders.delete(at);
    }
}
