package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.TextFormat;
import java.util.List;

/**
 * The documents that are reduced to their text, in the order in which they are asked: those that a media type or first
 * bytes tell surely, then those that a name tells.
 */
public final class TextFormats implements FormatProvider {
    private static final TextFormat OFFICE = new OfficeFormat();
    private static final TextFormat HTML = new HtmlFormat();

    /** Those that are archives too, so they must be asked before the containers are. */
    public static List<TextFormat> inArchives() {
        return List.of(OFFICE);
    }

    /** {@return the format of HTML pages} */
    public static TextFormat html() {
        return HTML;
    }

    @Override
    public List<TextFormat> texts() {
        return List.of(
                new WikitextFormat(),
                new MailFormat(),
                OFFICE,
                new BinaryFormat(),
                HTML,
                new LatexFormat(),
                new TroffFormat(),
                new MarkdownFormat(),
                new PlainFormat());
    }
}
