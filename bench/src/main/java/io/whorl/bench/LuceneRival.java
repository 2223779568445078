package io.whorl.bench;

import io.whorl.bench.PostingLists.Keys;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import io.whorl.write.NewDocument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Version;

/**
 * A Lucene index with one term per chunk and the smallest and fastest settings: documents only (no frequencies, no
 * positions), no norms, only the id is stored. Merges run in the background. {@link #index} is thread-safe.
 */
public final class LuceneRival implements Rival.DurableAdds {
    private static final String FIELD = "chunks";
    private static final String ID = "id";
    private static final double BUFFER_MB = 512;
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final FieldType TYPE = type();

    public enum Terms {
        /** Its text, by Lucene's own analysis, as in an application without Whorl. */
        TEXT,
        /** Its minutia, by Whorl's analysis: the smallest input for Lucene. */
        MINUTIAE
    }

    private final Directory directory;
    private final IndexWriter writer;
    private final Terms terms;
    private final WorkerThreads crew;
    private final ThreadLocal<MinutiaStream> streams = ThreadLocal.withInitial(MinutiaStream::new);
    private final ThreadLocal<MinutiaExtractor> extractors =
            ThreadLocal.withInitial(() -> MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT)));
    private final ThreadLocal<SelectedChunks> selected = ThreadLocal.withInitial(() -> new SelectedChunks(false));

    /** @param folder an empty folder */
    public LuceneRival(Path folder, Terms terms, int threads) throws Exception {
        this.terms = terms;
        directory = FSDirectory.open(folder);
        writer = new IndexWriter(
                directory,
                new IndexWriterConfig(new Shingles())
                        .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
                        .setRAMBufferSizeMB(BUFFER_MB)
                        .setUseCompoundFile(false));
        crew = new WorkerThreads(threads);
    }

    private static FieldType type() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setOmitNorms(true);
        type.setIndexOptions(IndexOptions.DOCS);
        type.freeze();
        return type;
    }

    /** Indexes a collection. Lucene decides about merges. */
    public static void build(TextCollection collection, Terms terms, int threads, Path folder) throws Exception {
        try (LuceneRival index = new LuceneRival(folder, terms, threads)) {
            index.index(collection);
        }
    }

    /** Returns the merged index of a collection's minutiae, and builds it if the folder does not have it. */
    public static Path made(TextCollection collection, WorkFolder folder) throws Exception {
        return made(collection.name(), folder, index -> index.index(collection));
    }

    /** Returns the merged index of a set of singletons, and builds it if the folder does not have it. */
    public static Path made(SingletonSet set, WorkFolder folder) throws Exception {
        return made(
                String.valueOf(set.count()),
                folder,
                index -> index.crew.forEach(set.documents(), d -> {
                    long[] minutiae = set.minutiae(d);
                    index.indexMinutiae(Integer.toString(d, Character.MAX_RADIX), minutiae, minutiae.length);
                }));
    }

    private interface Filling {
        void fill(LuceneRival index) throws Exception;
    }

    private static Path made(String set, WorkFolder folder, Filling filling) throws Exception {
        // A major version of Lucene does not read every index of another one, so each has its own folder.
        return folder.made("lucene-" + Version.LATEST.major + "-" + set, made -> {
            try (LuceneRival index = new LuceneRival(made, Terms.MINUTIAE, CORES)) {
                filling.fill(index);
                index.mergeAll();
            }
        });
    }

    private void index(TextCollection collection) throws Exception {
        List<io.whorl.corpus.Document> documents = collection.documents();
        crew.forEach(
                documents.size(),
                i -> index(documents.get(i).id(), documents.get(i).utf8()));
    }

    private void index(String id, byte[] text) throws Exception {
        if (terms == Terms.TEXT) {
            index(id, new Field(FIELD, new String(text, StandardCharsets.UTF_8), TYPE));
        } else {
            SelectedChunks chunks = selected.get();
            extractors.get().extract(text, 0, text.length, chunks);
            indexMinutiae(id, chunks.array(), chunks.size());
        }
    }

    /** Indexes the first {@code count} of these minutiae. */
    void indexMinutiae(String id, long[] minutiae, int count) throws Exception {
        MinutiaStream stream = streams.get();
        stream.set(minutiae, count);
        index(id, new Field(FIELD, stream, TYPE));
    }

    private void index(String id, Field chunks) throws Exception {
        Document document = new Document();
        document.add(new StringField(ID, id, Field.Store.YES));
        document.add(chunks);
        writer.addDocument(document);
    }

    /** Merges all segments into one, the smallest form and the fastest to query. */
    void mergeAll() throws Exception {
        writer.forceMerge(1);
    }

    @Override
    public void add(List<NewDocument> batch) throws Exception {
        crew.forEach(batch.size(), i -> index(batch.get(i).id(), batch.get(i).utf8()));
        writer.commit();
    }

    @Override
    public void close() throws Exception {
        crew.close();
        try (directory) {
            writer.close();
        }
    }

    /**
     * Queries an index of minutiae for the documents that share most with a fingerprint, by a disjunction of one term
     * per chunk. Thread-safe.
     */
    public static final class Queries implements Rival {
        public enum Scoring {
            /** One for each chunk, so the score is the number of shared chunks. */
            SHARED,
            /** Lucene's default, which may skip documents that cannot reach the top. */
            BM25
        }

        private final DirectoryReader reader;
        private final IndexSearcher searcher;
        private final Scoring scoring;

        public Queries(Path folder, Scoring scoring) throws Exception {
            this.scoring = scoring;
            IndexSearcher.setMaxClauseCount(Integer.MAX_VALUE);
            reader = DirectoryReader.open(FSDirectory.open(folder));
            searcher = new IndexSearcher(reader);
            // A query cache would hide the cost of repeated queries.
            searcher.setQueryCache(null);
        }

        /** Returns the best documents for the first {@code count} minutiae, which must be distinct. */
        public TopDocs search(long[] minutiae, int count, int top) throws Exception {
            BooleanQuery.Builder query = new BooleanQuery.Builder();
            for (int i = 0; i < count; i++) {
                Query chunk = new TermQuery(new Term(FIELD, new BytesRef(Keys.of(minutiae[i]))));
                query.add(
                        scoring == Scoring.SHARED ? new ConstantScoreQuery(chunk) : chunk, BooleanClause.Occur.SHOULD);
            }
            return searcher.search(query.build(), top);
        }

        String id(int document) throws Exception {
            return searcher.storedFields().document(document).get(ID);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }

    /** Lucene's own analysis to 4-word chunks: StandardTokenizer, LowerCaseFilter, ShingleFilter. Thread-safe. */
    public static final class Shingles extends Analyzer {
        private static final int WORDS = 4;

        @Override
        protected TokenStreamComponents createComponents(String fieldName) {
            StandardTokenizer words = new StandardTokenizer();
            ShingleFilter shingles = new ShingleFilter(new LowerCaseFilter(words), WORDS, WORDS);
            shingles.setOutputUnigrams(false);
            return new TokenStreamComponents(words, shingles);
        }

        /** Analyses a document, and returns the number of characters in its chunks. */
        public long consume(String document) throws Exception {
            try (TokenStream chunks = tokenStream("text", document)) {
                CharTermAttribute term = chunks.getAttribute(CharTermAttribute.class);
                long characters = 0;
                chunks.reset();
                while (chunks.incrementToken()) {
                    characters += term.length();
                }
                chunks.end();
                return characters;
            }
        }
    }

    /** Minutiae as Lucene terms. Reusable, not thread-safe. */
    private static final class MinutiaStream extends TokenStream {
        private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
        private final BytesRef bytes = new BytesRef(new byte[Keys.BYTES]);
        private long[] minutiae = {};
        private int count;
        private int at;

        MinutiaStream() {
            bytes.length = Keys.BYTES;
        }

        void set(long[] values, int n) {
            minutiae = values;
            count = n;
        }

        @Override
        public void reset() {
            at = 0;
        }

        @Override
        public boolean incrementToken() {
            if (at == count) {
                return false;
            }
            clearAttributes();
            Keys.put(bytes.bytes, minutiae[at++]);
            term.setBytesRef(bytes);
            return true;
        }
    }
}
