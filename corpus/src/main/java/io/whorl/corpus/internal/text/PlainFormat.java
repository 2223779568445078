package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Plain text in another charset than UTF-8, as stated by its media type or a UTF-16 or UTF-32 byte order mark. */
final class PlainFormat extends ProseFormat {
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
    ProseBuilder prose(DecodedText decoded, Head head, boolean mapped) {
        ProseBuilder prose = new ProseBuilder(0, mapped);
        prose.verbatim(decoded.text());
        return prose;
    }
}
