package io.whorl.lucene.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lucene.field.FingerprintField;
import io.whorl.query.Snapshot;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;

/** The folders of a Lucene and a Whorl index, and what is in them. */
record TwoIndexes(Path folder) {
    static final IndexerOptions OPTIONS = IndexerOptions.DEFAULT
            .fingerprint(FingerprintField.of("versions"))
            .writer(WriterOptions.DEFAULT.liveMap(LiveMap.NONE).storeText(true).threads(1));

    Path lucene() {
        return folder.resolve("lucene");
    }

    Path whorl() {
        return folder.resolve("whorl");
    }

    Path journal() {
        return folder.resolve("whorl.journal");
    }

    WhorlIndexer open(IndexerOptions options, WhorlIndexer.CommitSteps steps) throws IOException {
        return WhorlIndexer.open(
                FSDirectory.open(lucene()), new IndexWriterConfig(new StandardAnalyzer()), whorl(), options, steps);
    }

    WhorlIndexer open() throws IOException {
        return open(OPTIONS, WhorlIndexer.CommitSteps.NONE);
    }

    /** Adds a document whose text is stored in both. */
    static void add(WhorlIndexer indexer, String id, String text) throws IOException {
        indexer.add(id, text, List.of(new StoredField("text", text)));
    }

    /** The text of each document of the Lucene index, after checking that the Whorl index has the same. */
    Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (FSDirectory directory = FSDirectory.open(lucene());
                DirectoryReader reader = DirectoryReader.open(directory)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                Bits live = leaf.reader().getLiveDocs();
                for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                    if (live == null || live.get(doc)) {
                        var stored = leaf.reader().storedFields().document(doc);
                        assertEquals(null, texts.put(stored.get("id"), stored.get("text")), "one document an id");
                    }
                }
            }
        }
        try (Snapshot snapshot = Snapshot.open(whorl())) {
            assertEquals(texts.size(), snapshot.documents());
            texts.forEach((id, text) -> {
                byte[] stored = snapshot.text(id).orElseThrow();
                assertEquals(text, new String(stored, StandardCharsets.UTF_8), id);
                assertTrue(snapshot.isTextOf(id, stored), id);
            });
        }
        return texts;
    }

    /** Copies all files as they are, as a killed process leaves them. */
    void copyTo(Path target) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Path copy = target.resolve(folder.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
