package io.whorl.lab.collection;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.lab.model.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads collections. */
public final class CollectionReader {
    private CollectionReader() {}

    /**
     * Reads a directory, an archive or any other input of {@link CorpusReader}.
     *
     * @param notes receives a line for each document that is skipped or has the id of an earlier one
     * @throws LabException if the path does not exist, or has no document
     */
    public static Texts read(Path collection, Consumer<String> notes) throws IOException {
        if (!Files.exists(collection)) {
            throw new LabException("collection " + collection + " does not exist; name a directory or an archive");
        }
        try (Texts.Writer texts = Texts.writer();
                CorpusReader reader = CorpusReader.open(
                        List.of(collection),
                        ReaderOptions.builder().convert(false).build(),
                        skipped -> notes.accept(note(skipped)))) {
            int documents = 0;
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                documents++;
                if (!texts.add(next.get().id(), next.get().utf8())) {
                    notes.accept("left out " + next.get().place() + ": an earlier document has its id");
                }
            }
            if (documents == 0) {
                throw new LabException("collection " + collection + " has no readable document");
            }
            return texts.finish();
        }
    }

    private static String note(Skipped skipped) {
        return "skipped " + skipped.place() + ": " + skipped.detail();
    }
}
