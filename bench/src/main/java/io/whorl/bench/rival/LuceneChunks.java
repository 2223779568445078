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
 * A Lucene index of one term a chunk, as small and as fast to write as Lucene goes: documents only (no frequencies, no
 * positions), no norms, nothing stored but the id. A term is a chunk's text, by Lucene's own analysis, or its five-byte
 * minutia. Threads may add at the same time.
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

    /** Makes an index in an empty folder. */
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
            throw new UncheckedIOException(folder + " cannot be made a Lucene index", e);
        }
    }

    /** Indexes the chunks that Lucene's analysis makes. */
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

    /** Merges all into one segment: the smallest and, to ask, the fastest form. */
    public void mergeAll() {
        try {
            writer.forceMerge(1);
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be merged", e);
        }
    }

    /** Makes what was added durable. */
    public void commit() {
        try {
            writer.commit();
        } catch (IOException e) {
            throw new UncheckedIOException("the index cannot be committed", e);
        }
    }

    /** Commits what was added. */
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
