package consumer;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Adds the documents of a folder to a new index, and asks for each of them. */
public final class Consumer {
    private Consumer() {}

    /** Arguments: the index, which must not exist, and the folder. */
    public static void main(String[] args) throws Exception {
        List<Path> folder = List.of(Path.of(args[1]));
        WriterOptions options = WriterOptions.DEFAULT.liveMap(LiveMap.NONE);
        int found = 0;
        try (IndexWriter writer = IndexWriter.create(Path.of(args[0]), Scheme.builder().build(), options);
                CorpusReader documents = CorpusReader.open(folder, ReaderOptions.DEFAULT, System.err::println)) {
            for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
                writer.add(next.get().id(), next.get().text());
                writer.commit();
                try (Snapshot index = writer.snapshot()) {
                    String id = next.get().id();
                    boolean first = index.query(next.get().text(), QueryOptions.DEFAULT).matches().stream()
                            .filter(m -> m.score() == 100)
                            .anyMatch(m -> m.id().equals(id));
                    found += first ? 1 : 0;
                }
            }
        }
        System.out.println(found + " documents are found; the field is " + FingerprintField.of("versions").name());
    }
}
