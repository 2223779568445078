package io.whorl.lab.rival;

import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.parallel.Parallel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/** Writes a Lucene index with no more data than its queries need. */
final class LuceneIndexing {
    /** The same as in the benchmarks of module bench. */
    private static final double BUFFER_MB = 512;

    private LuceneIndexing() {}

    /**
     * The result of a build.
     *
     * @param textBytes the size of all texts
     * @param seconds until the commit, without the merge that follows
     */
    record Written(long textBytes, double seconds) {}

    static Written write(RivalScheme scheme, boolean shared, Documents documents, int threads, Path at)
            throws IOException {
        FieldType type = type(shared);
        LongAdder bytes = new LongAdder();
        long start = System.nanoTime();
        try (FSDirectory directory = FSDirectory.open(at);
                IndexWriter writer = new IndexWriter(
                        directory,
                        new IndexWriterConfig(new LuceneAnalyzer(scheme))
                                .setRAMBufferSizeMB(BUFFER_MB)
                                .setUseCompoundFile(false))) {
            Parallel.forEach(documents::forEachNumbered, threads, text -> {
                Document document = new Document();
                document.add(new StoredField(LuceneIndex.ID, text.id()));
                document.add(new Field(LuceneIndex.FIELD, new String(text.utf8(), StandardCharsets.UTF_8), type));
                writer.addDocument(document);
                bytes.add(text.utf8().length);
            });
            writer.commit();
            double seconds = (System.nanoTime() - start) / 1e9;
            writer.forceMerge(1);
            return new Written(bytes.sum(), seconds);
        }
    }

    /** BM25 needs frequencies and lengths; a constant score needs neither. */
    private static FieldType type(boolean shared) {
        FieldType type = new FieldType();
        type.setTokenized(true);
        type.setOmitNorms(shared);
        type.setIndexOptions(shared ? IndexOptions.DOCS : IndexOptions.DOCS_AND_FREQS);
        type.freeze();
        return type;
    }
}
