package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;

/**
 * MediaWiki markup. Links become their labels, and headings and lists become their text. Templates, tables, notes,
 * formulas, pictures and categories are removed. Four passes, each in linear time.
 */
final class WikitextFormat implements TextFormat {
    @Override
    public String name() {
        return "wikitext";
    }

    /** Decides by media type alone, because wikitext looks like other text. */
    @Override
    public boolean recognises(Head head) {
        return head.isMediaType("text/x-wiki");
    }

    @Override
    public byte[] text(byte[] document, Head head) {
        CharSequence text = new String(document, StandardCharsets.UTF_8);
        text = WikitextTags.convert(text);
        text = WikitextBraces.convert(text);
        text = new WikitextLinks(WikitextLinkTargets.of(head.mediaType())).convert(text);
        return WikitextLines.convert(text).getBytes(StandardCharsets.UTF_8);
    }
}
