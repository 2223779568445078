package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Plain text in another charset than UTF-8, as stated by its media type or a UTF-16 or UTF-32 byte order mark. */
final class PlainFormat implements TextFormat {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public boolean recognises(Head head) {
        if (head.isMediaType("text/plain")) {
            return !TextDecoder.parameter(head).equals(Optional.of(StandardCharsets.UTF_8));
        }
        Optional<Charset> mark = TextDecoder.mark(head.first());
        return HeadChecks.isUntyped(head) && mark.isPresent() && !mark.get().equals(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        ProseBuilder prose = new ProseBuilder(0);
        prose.verbatim(TextDecoder.of(document, head));
        return prose.utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) {
        DecodedText decoded = TextDecoder.decoded(document, head);
        ProseBuilder prose = new ProseBuilder(0, true);
        prose.verbatim(decoded.text());
        return prose.mapped(decoded);
    }
}
