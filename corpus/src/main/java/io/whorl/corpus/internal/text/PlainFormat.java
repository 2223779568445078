package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Plain text in another charset than UTF-8, as stated by its media type or a UTF-16 or UTF-32 byte order mark. */
final class PlainFormat extends ProseFormat {
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
