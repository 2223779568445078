package io.whorl.corpus;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextMap;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * A document read from a source.
 *
 * @param id its name in an index (DEFINITIONS, Identifiers and sources)
 * @param utf8 its text, or its bytes as stored in the source if it was not converted; callers must not change them
 * @param place where it came from, for messages: file, member, line
 * @param file the number of its file among all files of the sources, from 0; −1 if it came from none
 * @param record the number of its record in the file, or of the record that contains it: from 1; of a mail its line, of
 *     a web archive 1 plus its position. 0 if the document is the file; {@link Part#UNNUMBERED} for other parts
 * @param map leads from places in {@code utf8} to places in the document as stored in the source; empty if
 *     {@link ReaderOptions#mapped} is off, or the format of the document does not know the places
 * @param pages names the pages of places in {@code utf8}, as of a PDF; {@link PageMap#NONE} if
 *     {@link ReaderOptions#mapped} is off, or the format of the document has none
 * @param hidden what it hides from its reader, and {@code utf8} does not have; {@link HiddenText#NONE} if
 *     {@link ReaderOptions#mapped} is off, or the format of the document does not tell
 * @param date its date as written in the source, which {@link DateText} reads; empty if the source states none
 */
public record Document(
        String id,
        byte[] utf8,
        String place,
        long file,
        long record,
        Optional<TextMap> map,
        PageMap pages,
        HiddenText hidden,
        Optional<String> date) {
    public Document {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(utf8, "utf8");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(map, "map");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(hidden, "hidden");
        Objects.requireNonNull(date, "date");
    }

    /**
     * Creates a document without a map and without a date.
     *
     * @param id its name in an index
     * @param utf8 its text
     * @param place where it came from
     */
    public Document(String id, byte[] utf8, String place) {
        this(id, utf8, place, -1, Part.UNNUMBERED, Optional.empty(), PageMap.NONE, HiddenText.NONE, Optional.empty());
    }

    static Document of(String id, MappedText text, String place, long file, long record, Optional<String> date) {
        return new Document(id, text.utf8(), place, file, record, text.map(), text.pages(), text.hidden(), date);
    }

    /** Reports that it is skipped. */
    Skipped skipped(Skipped.Reason reason, String detail) {
        return new Skipped(place, file, record, reason, detail);
    }

    /** {@return the text as a string; malformed UTF-8 becomes U+FFFD} */
    public String text() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
