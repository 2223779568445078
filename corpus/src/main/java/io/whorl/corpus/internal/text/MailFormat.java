package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.io.MailHeader;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Mail (RFC 5322, MIME). Its text is the subject and the displayed body: plain text, or HTML if there is no plain
 * alternative, without attachments and other headers.
 */
final class MailFormat implements TextFormat {
    private static final Pattern FIELD = Pattern.compile("[!-9;-~]{1,76}:.*", Pattern.DOTALL);

    @Override
    public String name() {
        return "mail";
    }

    /** Decides by media type, or by name if the mail starts with a header field. */
    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("message/rfc822")
                || head.mediaType().isEmpty()
                        && head.isNamed(".eml")
                        && FIELD.matcher(head.latin1()).matches();
    }

    @Override
    public byte[] text(byte[] document, Head head) throws TextConversionException {
        return new MailReader(document).read().prose().utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        DecodedText decoded = TextDecoder.decoded(document, head);
        MailReader reader = new MailReader(decoded);
        PlacedText text = reader.read();
        return reader.isMapped()
                ? text.prose().mapped(decoded)
                : new MappedText(text(document, head), Optional.empty());
    }

    @Override
    public Optional<String> date(byte[] document) {
        return MailHeader.date(document);
    }
}
