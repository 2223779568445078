package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.TextFormat;
import java.util.List;

/**
 * The built-in formats that are converted to text, in the order in which they are tried: first those that a media type
 * or first bytes identify, then those that a name suggests.
 */
public final class TextFormats implements FormatProvider {
    private static final TextFormat OFFICE = new OfficeFormat();
    private static final TextFormat HTML = new HtmlFormat();

    /** {@return the formats whose files are also archives, which must be tried before the containers} */
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
                BinaryFormat.BY_CONTENT,
                HTML,
                new LatexFormat(),
                new TroffFormat(),
                new MarkdownFormat(),
                new PlainFormat(),
                BinaryFormat.BY_NAME);
    }
}
