package io.whorl.bench.rival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;

/**
 * Queries a {@link LuceneChunks} index of minutiae for the documents that share most with a fingerprint, by a
 * disjunction of one term per chunk. Thread-safe.
 */
public final class LuceneQueries implements AutoCloseable {
    /** The score of a document for a chunk. */
    public enum Scoring {
        /** One for each chunk, so the score is the number of shared chunks. */
        SHARED,
        /** Lucene's default, which may skip documents that cannot reach the top. */
        BM25
    }

    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final Scoring scoring;

    public LuceneQueries(Path folder, Scoring scoring) {
        this.scoring = scoring;
        IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
        try {
            reader = DirectoryReader.open(FSDirectory.open(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be opened as a Lucene index", e);
        }
        searcher = new IndexSearcher(reader);
        // A query cache would hide the cost of repeated queries.
        searcher.setQueryCache(null);
    }

    /** Returns the best documents for the first {@code count} minutiae, which must be distinct. */
    public TopDocs search(long[] minutiae, int count, int top) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (int i = 0; i < count; i++) {
            Query chunk = new TermQuery(new Term(LuceneChunks.FIELD, MinutiaStream.term(minutiae[i])));
            query.add(scoring == Scoring.SHARED ? new ConstantScoreQuery(chunk) : chunk, BooleanClause.Occur.SHOULD);
        }
        try {
            return searcher.search(query.build(), top);
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be read", e);
        }
    }

    /** Returns the id of a document. */
    public String id(int document) {
        try {
            return searcher.storedFields().document(document).get(LuceneChunks.ID);
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be read", e);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the Lucene index cannot be closed", e);
        }
    }
}
