package io.whorl.cli;

import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The one text of a file, for commands that take single texts; read as an index's sources are. */
final class SingleText {
    private static final int MOST_BYTES = 2_000_000_000;

    private SingleText() {}

    /** @throws FailedException if it holds no text, or more than one */
    static Document read(Path source, Conversion conversion, Whorl whorl) throws IOException {
        if (Files.isDirectory(source)) {
            throw new FailedException(source + " is a directory, and a text file is wanted");
        }
        FormatOptions formats = FormatOptions.builder().maxDocument(MOST_BYTES).build();
        ReaderOptions options = conversion.applied(
                ReaderOptions.builder().formats(formats).threads(1).build());
        SkippedDocuments skipped = new SkippedDocuments(whorl.streams()::tell);
        try (QueryTexts texts = QueryTexts.open(List.of(source), options, whorl.streams(), skipped)) {
            if (texts.several()) {
                throw new FailedException(source + " holds several documents, such as "
                        + texts.next().orElseThrow().id() + " and "
                        + texts.next().orElseThrow().id()
                        + "; this command takes a single text (query takes many)");
            }
            Optional<Document> text = texts.next();
            if (text.isEmpty()) {
                throw new FailedException(source + " holds no text" + (skipped.count() > 0 ? " that can be read" : ""));
            }
            Utf8.warnUnlessValid(text.get(), whorl.streams());
            return text.get();
        }
    }
}
