package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;

/**
 * MediaWiki's markup reduced to what a reader of the page's prose reads: links by their labels, headings and lists by
 * their text; without templates, tables, notes, formulas, pictures and categories. Five passes, each linear.
 */
final class WikitextFormat implements TextFormat {
    @Override
    public String name() {
        return "wikitext";
    }

    /** By its media type alone: wikitext cannot be told from other text. */
    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("text/x-wiki");
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        CharSequence text = new String(document, StandardCharsets.UTF_8);
        text = WikitextTags.reduce(text);
        text = WikitextBraces.reduce(text);
        text = new WikitextLinks(WikitextLinkTargets.of(head.mediaType())).reduce(text);
        return WikitextLines.reduce(text).getBytes(StandardCharsets.UTF_8);
    }
}
