package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.io.MailHeader;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Mail (RFC 5322, MIME). Its text is the subject and the displayed body: plain text, or HTML if there is no plain
 * alternative, without attachments and other headers.
 */
final class MailFormat extends ProseFormat {
    private static final Pattern FIELD = Pattern.compile("[!-9;-~]{1,76}:.*", Pattern.DOTALL);

    MailFormat() {
        super("mail", "message/rfc822");
    }

    /** Decides by media type, or by name if the mail starts with a header field. */
    @Override
    public boolean recognises(Head head) {
        return isTyped(head)
                || head.mediaType().isEmpty()
                        && head.isNamed(".eml")
                        && FIELD.matcher(head.latin1()).matches();
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        return new MailReader(decoded, mapped).read();
    }

    @Override
    public Optional<String> date(byte[] document) {
        return MailHeader.date(document);
    }
}
