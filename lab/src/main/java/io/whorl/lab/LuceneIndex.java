package io.whorl.lab;

import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.LabIndex.TopDocuments;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.query.Matches;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.queries.mlt.MoreLikeThis;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * A Lucene index of a collection, with no more data than its queries need. A query is a disjunction of the terms of a
 * text.
 */
final class LuceneIndex {
    private static final String FIELD = "text";
    private static final String ID = "id";
    /** The same as in the benchmarks of module bench. */
    private static final double BUFFER_MB = 512;

    private final RivalScheme scheme;
    private final boolean shared;
    private final TextAnalyzer analyzer;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    private LuceneIndex(RivalScheme scheme, boolean shared, TextAnalyzer analyzer, Path at) throws IOException {
        this.scheme = scheme;
        this.shared = shared;
        this.analyzer = analyzer;
        reader = DirectoryReader.open(FSDirectory.open(at));
        searcher = new IndexSearcher(reader);
        // A query cache would hide the cost of repeated queries.
        searcher.setQueryCache(null);
        // A query has one clause for each term of the text; Lucene's default limit is 1,024.
        IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
    }

    static LabIndex build(RivalScheme scheme, boolean shared, Documents documents, int threads, Path at)
            throws IOException {
        TextAnalyzer analyzer = new TextAnalyzer(scheme);
        LongAdder bytes = new LongAdder();
        double seconds = write(analyzer, shared, documents, threads, at, bytes);
        LuceneIndex index = new LuceneIndex(scheme, shared, analyzer, at);
        IndexSize size = size(index.reader, bytes.sum(), Folders.bytes(at));
        return new LabIndex(at, size, seconds, any -> index::search, index.reader);
    }

    /** @return seconds until the commit, without the merge that follows */
    private static double write(
            TextAnalyzer analyzer, boolean shared, Documents documents, int threads, Path at, LongAdder bytes)
            throws IOException {
        // BM25 needs frequencies and lengths; a constant score needs neither.
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setOmitNorms(shared);
        type.setIndexOptions(shared ? IndexOptions.DOCS : IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        long start = System.nanoTime();
        try (FSDirectory directory = FSDirectory.open(at);
                IndexWriter writer = new IndexWriter(
                        directory,
                        new IndexWriterConfig(analyzer)
                                .setRAMBufferSizeMB(BUFFER_MB)
                                .setUseCompoundFile(false))) {
            Parallel.forEach(documents::forEachNumbered, threads, text -> {
                Document document = new Document();
                document.add(new StoredField(ID, text.id()));
                document.add(new Field(FIELD, new String(text.utf8(), StandardCharsets.UTF_8), type));
                writer.addDocument(document);
                bytes.add(text.utf8().length);
            });
            writer.commit();
            double seconds = (System.nanoTime() - start) / 1e9;
            writer.forceMerge(1);
            return seconds;
        }
    }

    private static IndexSize size(DirectoryReader reader, long textBytes, long bytes) throws IOException {
        long terms = 0;
        long singletons = 0;
        long postings = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            TermsEnum each = Terms.getTerms(leaf.reader(), FIELD).iterator();
            while (each.next() != null) {
                int documents = each.docFreq();
                terms++;
                singletons += documents == 1 ? 1 : 0;
                postings += documents;
            }
        }
        return new IndexSize(reader.numDocs(), textBytes, 0, terms, singletons, postings, bytes);
    }

    private Matches search(byte[] utf8, int top) throws IOException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        BooleanQuery query = scheme.system() == Rival.LUCENE_MORE_LIKE_THIS ? moreLikeThis(text) : allTerms(text);
        TopDocuments best = new TopDocuments(top);
        // Scores every document that has any term. Lucene's own optimisation, which skips documents that cannot reach
        // the top, costs more than it saves for disjunctions of thousands of terms.
        TopScoreDocCollectorManager all =
                new TopScoreDocCollectorManager(Math.min(top, reader.maxDoc()), Integer.MAX_VALUE);
        for (ScoreDoc found : searcher.search(query, all).scoreDocs) {
            best.offer(searcher.storedFields().document(found.doc).get(ID), found.score);
        }
        return best.matches(query.clauses().size());
    }

    private BooleanQuery allTerms(String text) throws IOException {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (BytesRef term : analyzer.terms(text)) {
            TermQuery holds = new TermQuery(new Term(FIELD, term));
            query.add(shared ? new ConstantScoreQuery(holds) : holds, BooleanClause.Occur.SHOULD);
        }
        return query.build();
    }

    private BooleanQuery moreLikeThis(String text) throws IOException {
        MoreLikeThis like = new MoreLikeThis(reader);
        like.setAnalyzer(analyzer);
        like.setFieldNames(new String[] {FIELD});
        like.setMaxQueryTerms(scheme.parameter("terms"));
        like.setMinTermFreq(scheme.parameter("min-frequency"));
        like.setMinDocFreq(scheme.parameter("min-documents"));
        return (BooleanQuery) like.like(FIELD, new StringReader(text));
    }

    /**
     * Lucene's own analysis of a text: lower-case words without stop words, then shingles, then a MinHash signature, as
     * far as the system needs them. In a shingle, ShingleFilter's filler replaces a stop word. Thread-safe.
     */
    private static final class TextAnalyzer extends Analyzer {
        private final RivalScheme scheme;
        private final CharArraySet stop;

        TextAnalyzer(RivalScheme scheme) {
            this.scheme = scheme;
            stop = CharArraySet.unmodifiableSet(new CharArraySet(scheme.stop(), false));
        }

        @Override
        protected TokenStreamComponents createComponents(String field) {
            StandardTokenizer words = new StandardTokenizer();
            TokenStream terms = new StopFilter(new LowerCaseFilter(words), stop);
            if (scheme.system() != Rival.LUCENE_MORE_LIKE_THIS && scheme.parameter("granularity") > 1) {
                int granularity = scheme.parameter("granularity");
                ShingleFilter shingles = new ShingleFilter(terms, granularity, granularity);
                shingles.setOutputUnigrams(false);
                terms = shingles;
            }
            if (scheme.system() == Rival.LUCENE_MINHASH) {
                terms = new MinHashFilter(terms, 1, scheme.parameter("components"), 1, true);
            }
            return new TokenStreamComponents(words, terms);
        }

        /** Returns the distinct terms of a text in order of appearance. */
        Set<BytesRef> terms(String text) throws IOException {
            Set<BytesRef> terms = new LinkedHashSet<>();
            try (TokenStream stream = tokenStream(FIELD, text)) {
                TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
                stream.reset();
                while (stream.incrementToken()) {
                    terms.add(BytesRef.deepCopyOf(term.getBytesRef()));
                }
                stream.end();
            }
            return terms;
        }
    }
}
