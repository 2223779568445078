package io.whorl.bench.rival;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * A Lucene index with one term per chunk and the smallest and fastest settings: documents only (no frequencies, no
 * positions), no norms, only the id is stored. A term is the text of a chunk by Lucene's own analysis, or its five-byte
 * minutia. Adding is thread-safe.
 */
public final class LuceneChunks implements AutoCloseable {
    static final String FIELD = "chunks";
    static final String ID = "id";

    private static final double BUFFER_MB = 512;
    private static final FieldType TYPE = type();

    private final Directory directory;
    private final IndexWriter writer;
    private final Analyzer analyzer = new LuceneShingles();
    private final ThreadLocal<MinutiaStream> streams = ThreadLocal.withInitial(MinutiaStream::new);

    /** Creates an index in an empty folder. */
    public LuceneChunks(Path folder) {
        try {
            directory = FSDirectory.open(folder);
            writer = new IndexWriter(
                    directory,
                    new IndexWriterConfig(analyzer)
                            .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
                            .setRAMBufferSizeMB(BUFFER_MB)
                            .setUseCompoundFile(false));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a Lucene index in " + folder, e);
        }
    }

    /** Indexes the chunks of Lucene's analysis. */
    public void addText(String id, String text) {
        add(id, new Field(FIELD, text, TYPE));
    }

    /** Indexes the first {@code count} of these minutiae. */
    public void addMinutiae(String id, long[] minutiae, int count) {
        MinutiaStream stream = streams.get();
        stream.set(minutiae, count);
        add(id, new Field(FIELD, stream, TYPE));
    }

    private void add(String id, Field chunks) {
        Document document = new Document();
        document.add(new StringField(ID, id, Field.Store.YES));
        document.add(chunks);
        try {
            writer.addDocument(document);
        } catch (IOException e) {
            throw new UncheckedIOException("document " + id + " cannot be indexed", e);
        }
    }

    /** Merges all segments into one, the smallest form and the fastest to query. */
    public void mergeAll() {
        try {
            writer.forceMerge(1);
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be merged", e);
        }
    }

    /** Makes all additions durable. */
    public void commit() {
        try {
            writer.commit();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be committed", e);
        }
    }

    /** Commits and closes the index. */
    @Override
    public void close() {
        try (directory) {
            writer.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be committed", e);
        }
    }

    private static FieldType type() {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setOmitNorms(true);
        type.setIndexOptions(IndexOptions.DOCS);
        type.freeze();
        return type;
    }
}
