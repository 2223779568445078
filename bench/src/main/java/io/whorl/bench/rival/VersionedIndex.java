package io.whorl.bench.rival;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.TitleQueries;
import io.whorl.bench.data.WorkFolder;
import io.whorl.corpus.Document;
import io.whorl.lucene.field.FingerprintField;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Version;

/** Writes a Lucene index of a collection with the fields that all ways to collapse hits need. */
final class VersionedIndex {
    static final FingerprintField SKETCH = FingerprintField.of("sketch");
    /** The number of the document's group: the best key that could be precomputed. */
    static final String KEY = "key";
    /** The hash of the text. */
    static final String HASH = "hash";

    static final String BODY = "body";
    static final String ID = "id";

    private VersionedIndex() {}

    /** Returns the merged index of a collection, and builds it if the folder does not have it. */
    static Path made(String collection, Supplier<TextCollection> texts, TitleQueries queries, WorkFolder folder) {
        // Lucene 10 does not read an index of Lucene 9 without another module.
        return folder.made("versions-" + collection + "-lucene-" + Version.LATEST.major, made -> {
            try {
                build(texts.get(), queries, made);
            } catch (IOException e) {
                throw new UncheckedIOException(made + " cannot be written", e);
            }
        });
    }

    private static void build(TextCollection collection, TitleQueries queries, Path folder) throws IOException {
        FieldType body = new FieldType(TextField.TYPE_NOT_STORED);
        // MoreLikeThis would otherwise need the stored text, and analyse it for each query.
        body.setStoreTermVectors(true);
        Map<String, Integer> numbers = new HashMap<>();
        try (FSDirectory directory = FSDirectory.open(folder);
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (Document document : collection.documents()) {
                var fields = new org.apache.lucene.document.Document();
                fields.add(new StringField(ID, document.id(), Field.Store.YES));
                fields.add(new Field(BODY, new String(document.utf8(), StandardCharsets.UTF_8), body));
                String group = queries.groups().getOrDefault(document.id(), document.id());
                fields.add(new NumericDocValuesField(KEY, numbers.computeIfAbsent(group, g -> numbers.size())));
                fields.add(new SortedDocValuesField(HASH, new BytesRef(hash(document.utf8()))));
                SKETCH.fields(document.utf8()).forEach(fields::add);
                writer.addDocument(fields);
            }
            writer.forceMerge(1);
        }
    }

    private static String hash(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
