package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The built-in formats that are converted to text, in the order in which they are tried: first those that a media type
 * or first bytes identify, then those that a name suggests.
 */
public final class TextFormats {
    private static final TextFormat OFFICE = new OfficeFormat();
    private static final TextFormat HTML = new HtmlFormat();

    private TextFormats() {}

    /** {@return the formats whose files are also archives, which must be tried before the containers} */
    public static List<TextFormat> inArchives() {
        return List.of(OFFICE);
    }

    public static TextFormat html() {
        return HTML;
    }

    /** {@return all of them, in this order} */
    public static List<TextFormat> texts() {
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

    /** Plain text in another charset than UTF-8, as stated by its media type or a UTF-16 or UTF-32 byte order mark. */
    static final class PlainFormat extends ProseFormat {
        PlainFormat() {
            super("plain", "text/plain");
        }

        @Override
        public boolean recognises(Head head) {
            Optional<Charset> charset = isTyped(head) ? TextDecoder.parameter(head) : TextDecoder.mark(head.first());
            return isTyped(head)
                    ? !charset.equals(Optional.of(StandardCharsets.UTF_8))
                    : HeadChecks.isUntyped(head)
                            && charset.isPresent()
                            && !charset.get().equals(StandardCharsets.UTF_8);
        }

        @Override
        PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
            return decoded.placed(mapped);
        }
    }
}
