package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;

/** Markdown (CommonMark), detected by media type or name, because its bytes look like plain text. */
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
        return HeadChecks.isUntyped(head)
                && HeadChecks.isNamed(head, ".md", ".markdown", ".mkd", ".mdown")
                && !HeadChecks.hasNul(HeadChecks.text(head));
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        String source = TextDecoder.of(document, head);
        ProseBuilder prose = new ProseBuilder(source.length());
        MarkdownConverter.of(source.substring(FrontMatter.end(source)), prose);
        return prose.utf8();
    }
}
