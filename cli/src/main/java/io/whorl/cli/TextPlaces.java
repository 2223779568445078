package io.whorl.cli;

import io.whorl.align.Span;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.PageMap.Pages;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.util.Locale;
import java.util.Optional;

/**
 * Leads from places in a text to places in the file that it comes from.
 *
 * @param map leads to places in the file; empty if places are known in the text only, or are not needed
 * @param pages names the pages, as of a PDF
 */
record TextPlaces(Optional<TextMap> map, PageMap pages) {
    /** Nothing is known of the file. */
    public static final TextPlaces UNKNOWN = new TextPlaces(Optional.empty(), PageMap.NONE);

    public static TextPlaces of(Document document) {
        return new TextPlaces(document.map(), document.pages());
    }

    /** Returns a place in the file. Without a map, it counts in the text. */
    public Span original(Span span) {
        if (map.isEmpty()) {
            return span;
        }
        TextRange range = map.get().original(new TextRange(span.start(), span.end(), span.startByte(), span.endByte()));
        return new Span(range.start(), range.end(), range.startByte(), range.endByte());
    }

    /** Returns the pages of a place in the text in words, such as {@code pages 7-8}; empty if they are not known. */
    public Optional<String> pages(Span span) {
        return span.length() == 0
                ? Optional.empty()
                : pages.pages(span.start(), span.end()).map(TextPlaces::words);
    }

    private static String words(Pages pages) {
        String kind = pages.kind().name().toLowerCase(Locale.ROOT);
        return pages.first() == pages.last()
                ? kind + " " + pages.first()
                : kind + "s " + pages.first() + "-" + pages.last();
    }

    public long bytes() {
        return map.map(TextMap::bytes).orElse(0L) + pages.bytes();
    }
}
