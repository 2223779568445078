package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * A mail (RFC 5322, MIME) reduced to its subject and what is shown of its body: plain text, or HTML where there is no
 * plain alternative; no attachments, no other headers.
 */
final class MailFormat implements TextFormat {
    private static final Pattern FIELD = Pattern.compile("[!-9;-~]{1,76}:.*", Pattern.DOTALL);

    @Override
    public String name() {
        return "mail";
    }

    /** By its media type, or by its name if it begins with a header field. */
    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("message/rfc822")
                || head.mediaType().isEmpty()
                        && head.isNamed(".eml")
                        && FIELD.matcher(head.latin1()).matches();
    }

    @Override
    public byte[] text(byte[] document, Head head) throws TextConversionException {
        return new MailReader().read(document).getBytes(StandardCharsets.UTF_8);
    }
}
