package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.internal.text.TextFormats;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Converts single documents to text in the same way as a {@link CorpusReader}. Immutable and thread-safe. */
public final class TextExtractor {
    private final FormatRegistry formats;

    private TextExtractor(FormatRegistry formats) {
        this.formats = formats;
    }

    /**
     * Creates an extractor that knows the built-in formats and those that {@link java.util.ServiceLoader} finds.
     *
     * @param options only {@link ReaderOptions#convert} counts here
     * @return a new extractor
     */
    public static TextExtractor of(ReaderOptions options) {
        return new TextExtractor(FormatRegistry.load(Objects.requireNonNull(options, "options")));
    }

    /**
     * Converts an HTML page to text, as a {@link CorpusReader} does: block elements become paragraphs, separated by
     * blank lines; scripts, styles and other invisible content are removed; the title comes first.
     *
     * @param page all bytes of the page, which are not changed; the charset comes from a byte order mark, from the page
     *     itself, or from the bytes, in this order
     * @return the text in UTF-8
     * @throws TextConversionException if the page has more tags than the parser accepts
     */
    public static byte[] htmlToText(byte[] page) throws TextConversionException {
        Head head = new Head("", "text/html", Arrays.copyOf(page, Math.min(page.length, Head.MAX_BYTES)));
        return mappedText(page, head, TextFormats.html(), false).utf8();
    }

    /**
     * Returns the text of a document. The format is detected by content first, then by file name. Archives and
     * compressed files are refused, not opened.
     *
     * @param name the file name of the document; empty if it has none
     * @param document all bytes of the document, which are not changed
     * @return the text in UTF-8, or the document itself if it is plain text already or the options exclude its
     *     conversion
     * @throws TextConversionException if the document is an archive, its format has no text, or no available format can
     *     read it
     */
    public byte[] text(String name, byte[] document) throws TextConversionException {
        return convert(name, document, false).utf8();
    }

    /**
     * Returns the text of a document as {@link #text} does, and where it was in the document.
     *
     * @param name the file name of the document; empty if it has none
     * @param document all bytes of the document, which are not changed
     * @return the text, with a map unless the format does not know the places
     * @throws TextConversionException as for {@link #text}
     */
    public MappedText mappedText(String name, byte[] document) throws TextConversionException {
        return convert(name, document, true);
    }

    private MappedText convert(String name, byte[] document, boolean mapped) throws TextConversionException {
        Head head = new Head(name, "", Arrays.copyOf(document, Math.min(document.length, Head.MAX_BYTES)));
        Optional<ContainerFormat> archive = formats.archive(head);
        if (archive.isPresent()) {
            throw new TextConversionException(
                    Skipped.Reason.NOT_TEXT,
                    "it is an archive or compressed file (" + archive.get().name()
                            + "); unpack it and pass one of its documents");
        }
        Optional<TextFormat> format = formats.text(head);
        return format.isPresent()
                ? mappedText(document, head, format.get(), mapped)
                : new MappedText(document, Optional.of(TextMap.IDENTITY));
    }

    /** A failure of a library or of an application's format costs only this document. */
    static MappedText mappedText(byte[] document, Head head, TextFormat format, boolean mapped)
            throws TextConversionException {
        try {
            MappedText text = format.text(document, head, mapped);
            return mapped ? text : new MappedText(text.utf8(), Optional.empty());
        } catch (RuntimeException | StackOverflowError e) {
            throw new TextConversionException(
                    Skipped.Reason.INVALID, "it cannot be converted to text as " + format.name() + ": " + e, e);
        }
    }
}
