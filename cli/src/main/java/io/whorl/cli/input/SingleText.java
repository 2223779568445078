package io.whorl.cli.input;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.ConversionOption;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The one text of a file, for commands that take single texts; read as an index's sources are. */
public final class SingleText {
    private static final int MOST_BYTES = 2_000_000_000;

    private SingleText() {}

    /** @throws FailedException if it holds no text, or more than one */
    public static Document read(Path source, ConversionOption conversion, Console console) throws IOException {
        if (Files.isDirectory(source)) {
            throw new FailedException(source + " is a directory, and a text file is wanted");
        }
        FormatOptions formats = FormatOptions.builder().maxDocument(MOST_BYTES).build();
        ReaderOptions options = conversion.applied(
                ReaderOptions.builder().formats(formats).threads(1).build());
        SkippedDocuments skipped = new SkippedDocuments(console::warn);
        try (SourceReader texts = SourceReader.open(List.of(source), options, console.streams(), skipped)) {
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
            Utf8.warnUnlessValid(text.get(), console.streams());
            return text.get();
        }
    }
}
