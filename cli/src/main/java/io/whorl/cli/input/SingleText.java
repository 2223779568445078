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

/** Reads the only text of a file, in the same way as the sources of an index. */
public final class SingleText {
    private static final int MAX_BYTES = 2_000_000_000;

    private SingleText() {}

    /** Reads a text without its places in the file. */
    public static Document read(Path source, ConversionOption conversion, Console console) throws IOException {
        return read(source, conversion, false, console);
    }

    /**
     * @param source a file, or {@code -} for standard input
     * @param mapped whether the places of the text in the file are needed; a warning says if they are not known
     * @throws FailedException if the source contains no text, or several
     */
    public static Document read(Path source, ConversionOption conversion, boolean mapped, Console console)
            throws IOException {
        if (Files.isDirectory(source)) {
            throw new FailedException(source + " is a directory; give a text file");
        }
        FormatOptions formats = FormatOptions.DEFAULT.maxDocument(MAX_BYTES);
        ReaderOptions options = conversion.applied(
                ReaderOptions.DEFAULT.formats(formats).threads(1).mapped(mapped));
        SkippedDocuments skipped = new SkippedDocuments(console::warnOnce);
        try (SourceReader texts = SourceReader.open(List.of(source), options, console.streams(), skipped)) {
            if (texts.hasSeveral()) {
                throw new FailedException(source + " contains several documents, such as "
                        + texts.next().orElseThrow().id() + " and "
                        + texts.next().orElseThrow().id()
                        + "; this command takes a single text (query takes many)");
            }
            Optional<Document> text = texts.next();
            if (text.isEmpty() || text.get().utf8().length == 0) {
                throw new FailedException(
                        source + " contains no text" + (skipped.count() > 0 ? " that can be read" : ""));
            }
            TextWarnings.malformed(text.get(), console);
            if (mapped) {
                TextWarnings.withoutPlaces(text.get(), console);
            }
            return text.get();
        }
    }
}
