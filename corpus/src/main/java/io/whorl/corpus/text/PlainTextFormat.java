package io.whorl.corpus.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;

/** Plain text that somebody says is plain text, in whatever charset he says or it is in. */
final class PlainTextFormat implements TextFormat {
    @Override
    public String name() {
        return "text";
    }

    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("text/plain") && !head.mediaType().equals(Part.TEXT);
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        return Decoding.of(document, head).getBytes(StandardCharsets.UTF_8);
    }
}
