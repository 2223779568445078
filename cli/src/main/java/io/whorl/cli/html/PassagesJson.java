package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.align.Span;
import io.whorl.cli.passages.SharingPair;
import io.whorl.cli.passages.SharingPair.CheckedText;
import java.io.IOException;
import java.util.Optional;

/** The figures and passages of a pair as JSON for a page, with places in UTF-16 units. */
final class PassagesJson {
    private PassagesJson() {}

    /** Writes the fields of a pair into an object that is open. */
    static void write(JsonGenerator json, SharingPair pair, Places a, Places b) throws IOException {
        json.writeNumberField("words", pair.words());
        json.writeNumberField("shareA", pair.shareOfA());
        json.writeNumberField("shareB", pair.shareOfB());
        DataBlocks.array(json, "passages", pair.passages(), passage -> {
            json.writeStartObject();
            writeSpan(json, "a", passage.a(), a);
            writeSpan(json, "b", passage.b(), b);
            writePages(json, "pageA", pair.a(), passage.a());
            writePages(json, "pageB", pair.b(), passage.b());
            json.writeNumberField("kind", passage.kind().ordinal());
            json.writeNumberField("words", passage.words());
            json.writeEndObject();
        });
    }

    private static void writePages(JsonGenerator json, String field, CheckedText text, Span span) throws IOException {
        Optional<String> pages = text.places().pages(span);
        if (pages.isPresent()) {
            json.writeStringField(field, pages.get());
        }
    }

    private static void writeSpan(JsonGenerator json, String field, Span span, Places places) throws IOException {
        json.writeFieldName(field);
        json.writeArray(new int[] {places.of(span.start()), places.of(span.end())}, 0, 2);
    }

    /** Places of code points of a text as places of UTF-16 units, which browsers use. */
    static final class Places {
        private final int[] units;
        private final int length;

        Places(String text) {
            length = text.length();
            int points = text.codePointCount(0, length);
            units = new int[points < length ? points : 0];
            for (int i = 0, unit = 0; i < units.length; i++) {
                units[i] = unit;
                unit += Character.charCount(text.codePointAt(unit));
            }
        }

        int of(int codePoint) {
            return units.length == 0
                    ? Math.min(codePoint, length)
                    : codePoint < units.length ? units[codePoint] : length;
        }
    }
}
