package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;

/** Converts documents to text and contains failures of formats. */
final class TextConversion {
    private TextConversion() {}

    /** Returns the document with its text, or a report if it cannot be converted. */
    static Outcome convert(Document document, Head head, TextFormat format, FormatOptions options) {
        try {
            byte[] text = text(document.utf8(), head, format);
            return text.length <= options.maxDocument()
                    ? Outcome.of(new Document(document.id(), text, document.place()))
                    : skipped(document, Skipped.Reason.TOO_LARGE, options.tooLarge());
        } catch (TextConversionException e) {
            return skipped(document, e.reason(), e.getMessage());
        }
    }

    /** A failure of a library or of an application's format costs only this document. */
    static byte[] text(byte[] document, Head head, TextFormat format) throws TextConversionException {
        try {
            return format.text(document, head);
        } catch (RuntimeException | StackOverflowError e) {
            throw new TextConversionException(
                    Skipped.Reason.INVALID, "it cannot be converted to text as " + format.name() + ": " + e, e);
        }
    }

    private static Outcome skipped(Document document, Skipped.Reason reason, String detail) {
        return Outcome.of(new Skipped(document.place(), reason, detail));
    }
}
