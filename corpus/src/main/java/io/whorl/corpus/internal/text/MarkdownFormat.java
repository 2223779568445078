package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
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
        return prose(TextDecoder.decoded(document, head), false).utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) {
        DecodedText decoded = TextDecoder.decoded(document, head);
        return prose(decoded, true).mapped(decoded);
    }

    private static ProseBuilder prose(DecodedText decoded, boolean mapped) {
        String source = decoded.text();
        ProseBuilder prose = new ProseBuilder(source.length(), mapped);
        int begin = FrontMatter.end(source);
        prose.origins().startAt(begin);
        MarkdownConverter.of(source.substring(begin), prose);
        return prose;
    }
}
