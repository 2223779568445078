package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.util.Optional;

/** Converts documents to text and contains failures of formats. */
final class TextConversion {
    private TextConversion() {}

    /** Returns the document with its text, or a report if it cannot be converted. */
    static Outcome convert(Document document, Head head, TextFormat format, ReaderOptions reader) {
        FormatOptions options = reader.formats();
        try {
            MappedText text = mappedText(document.utf8(), head, format, reader.mapped());
            return text.utf8().length <= options.maxDocument()
                    ? Outcome.of(new Document(
                            document.id(), text.utf8(), document.place(), text.map(), text.pages(), document.date()))
                    : skipped(document, Skipped.Reason.TOO_LARGE, options.tooLarge());
        } catch (TextConversionException e) {
            return skipped(document, e.reason(), e.getMessage());
        }
    }

    /** A failure of a library or of an application's format costs only this document. */
    static MappedText mappedText(byte[] document, Head head, TextFormat format, boolean mapped)
            throws TextConversionException {
        try {
            return mapped
                    ? format.mappedText(document, head)
                    : new MappedText(format.text(document, head), Optional.empty());
        } catch (RuntimeException | StackOverflowError e) {
            throw new TextConversionException(
                    Skipped.Reason.INVALID, "it cannot be converted to text as " + format.name() + ": " + e, e);
        }
    }

    private static Outcome skipped(Document document, Skipped.Reason reason, String detail) {
        return Outcome.of(new Skipped(document.place(), reason, detail));
    }
}
