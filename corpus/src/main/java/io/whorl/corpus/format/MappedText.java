package io.whorl.corpus.format;

import java.util.Objects;
import java.util.Optional;

/**
 * The text of a document, and where it was in the document.
 *
 * @param utf8 the text; callers must not change it
 * @param map leads from places in the text to places in the document; empty if they are not known
 */
public record MappedText(byte[] utf8, Optional<TextMap> map) {
    /** Checks that nothing is null. */
    public MappedText {
        Objects.requireNonNull(utf8, "utf8");
        Objects.requireNonNull(map, "map");
    }
}
