package io.whorl.corpus.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;

/** Markdown (CommonMark), by media type or by name: nothing in its bytes tells it from a text. */
final class MarkdownFormat implements TextFormat {
    @Override
    public String name() {
        return "markdown";
    }

    @Override
    public boolean recognises(Head head) {
        if (head.isMediaType("text/markdown") || head.isMediaType("text/x-markdown")) {
            return true;
        }
        return Look.isUnsaid(head)
                && Look.isNamed(head, ".md", ".markdown", ".mkd", ".mdown")
                && !Look.hasNul(Look.text(head));
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        String source = Decoding.of(document, head);
        Prose prose = new Prose(source.length());
        MarkdownProse.of(source.substring(FrontMatter.end(source)), prose);
        return prose.utf8();
    }
}
