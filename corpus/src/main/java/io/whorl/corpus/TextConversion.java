package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;

/** Reduces a document to its text, whatever the format does. */
final class TextConversion {
    private TextConversion() {}

    /** The document with its text; or, where that cannot be had, a report. */
    static Outcome reduce(Document document, Head head, TextFormat format, FormatOptions options) {
        try {
            byte[] text = text(document.utf8(), head, format);
            return text.length <= options.maxDocument()
                    ? Outcome.of(new Document(document.id(), text, document.place()))
                    : skipped(document, Skipped.Reason.TOO_LARGE, options.tooLarge());
        } catch (TextConversionException e) {
            return skipped(document, e.reason(), e.getMessage());
        }
    }

    /** A library, or a format of the user's, that was not ready for what it met costs this document alone. */
    static byte[] text(byte[] document, Head head, TextFormat format) throws TextConversionException {
        try {
            return format.text(document, head);
        } catch (RuntimeException | StackOverflowError e) {
            throw new TextConversionException(
                    Skipped.Reason.INVALID, "it cannot be reduced to text as " + format.name() + ": " + e, e);
        }
    }

    private static Outcome skipped(Document document, Skipped.Reason reason, String detail) {
        return Outcome.of(new Skipped(document.place(), reason, detail));
    }
}
