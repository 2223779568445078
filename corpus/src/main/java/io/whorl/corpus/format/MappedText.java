package io.whorl.corpus.format;

import java.util.Objects;
import java.util.Optional;

/**
 * The text of a document, and where it was in the document.
 *
 * @param utf8 the text; callers must not change it
 * @param map leads from places in the text to places in the document; empty if they are not known
 * @param pages names the pages of places in the text; {@link PageMap#NONE} if they are not known
 * @param hidden what the document hides from its reader, and the text does not have
 */
public record MappedText(byte[] utf8, Optional<TextMap> map, PageMap pages, HiddenText hidden) {
    public MappedText {
        Objects.requireNonNull(utf8, "utf8");
        Objects.requireNonNull(map, "map");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(hidden, "hidden");
    }

    /**
     * Creates a text without pages of a document that hides none.
     *
     * @param utf8 the text
     * @param map leads from places in the text to places in the document; empty if they are not known
     */
    public MappedText(byte[] utf8, Optional<TextMap> map) {
        this(utf8, map, PageMap.NONE, HiddenText.NONE);
    }
}
