package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.WikitextLinks.WikitextLinkTargets;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

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
        return converted(new String(document, StandardCharsets.UTF_8), head, false)
                .orElseThrow()
                .prose()
                .utf8();
    }

    @Override
    public MappedText mappedText(byte[] document, Head head) {
        String wikitext = new String(document, StandardCharsets.UTF_8);
        DecodedText source = new DecodedText(document, StandardCharsets.UTF_8, wikitext);
        return converted(wikitext, head, true)
                .map(text -> text.prose().mapped(source))
                .orElseGet(() -> new MappedText(text(document, head), Optional.empty()));
    }

    /** Returns the text; empty if it is mapped, and the place of a character is not known. */
    private static Optional<PlacedText> converted(String wikitext, Head head, boolean mapped) {
        PlacedText text = WikitextTags.convert(PlacedText.of(wikitext, mapped));
        text = WikitextBraces.convert(text);
        text = WikitextLinks.convert(text, WikitextLinkTargets.of(head.mediaType()));
        return WikitextLines.convert(text);
    }
}
