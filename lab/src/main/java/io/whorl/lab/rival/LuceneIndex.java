package io.whorl.lab.rival;

import io.whorl.lab.files.Folders;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.IndexSize;
import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.query.Answering;
import io.whorl.lab.query.TriedIndex;
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

/** A Lucene index of a collection's terms. */
final class LuceneIndex implements TriedIndex {
    static final String FIELD = "text";
    static final String ID = "id";
    static final String SHARED = "shared";

    private final Path at;
    private final LuceneWriting.Written written;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final LuceneQuestions questions;
    private final LuceneCounts counts;

    private LuceneIndex(RivalScheme scheme, boolean shared, Path at, LuceneWriting.Written written) throws IOException {
        this.at = at;
        this.written = written;
        reader = DirectoryReader.open(FSDirectory.open(at));
        searcher = new IndexSearcher(reader);
        // What a cache of queries would answer is not what is measured.
        searcher.setQueryCache(null);
        // A query has as many clauses as its text has terms; Lucene's limit is 1,024 unless it is told otherwise.
        IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
        questions = new LuceneQuestions(scheme, shared, new LuceneAnalysis(scheme), reader);
        counts = LuceneCounts.of(reader);
    }

    /** @param at an empty folder */
    static LuceneIndex build(RivalScheme scheme, String measure, Documents documents, int threads, Path at)
            throws IOException {
        boolean shared = measure.equals(SHARED);
        return new LuceneIndex(scheme, shared, at, LuceneWriting.write(scheme, shared, documents, threads, at));
    }

    @Override
    public Answering answering(Configuration configuration) {
        return this::ask;
    }

    private Matches ask(byte[] utf8, int top) throws IOException {
        BooleanQuery query = questions.of(new String(utf8, StandardCharsets.UTF_8));
        Best best = new Best(top);
        for (ScoreDoc found : searcher.search(query, every(top)).scoreDocs) {
            best.offer(searcher.storedFields().document(found.doc).get(ID), found.score);
        }
        return best.matches(query.clauses().size());
    }

    /**
     * Scores every document that has any term. What Lucene does of itself, to skip documents that cannot come to the
     * top, costs more than it saves in disjunctions of thousands of terms.
     */
    private TopScoreDocCollectorManager every(int top) {
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
