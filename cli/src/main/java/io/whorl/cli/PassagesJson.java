package io.whorl.cli;

import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.PairAlignment.SharingPair;
import io.whorl.cli.PairAlignment.SharingPair.CheckedText;
import java.util.Locale;
import java.util.Map;

/** The figures and passages of a pair as JSON for a page, with places in UTF-16 units. */
final class PassagesJson {
    private PassagesJson() {}

    /**
     * The fields of a pair.
     *
     * @param places of the texts, by identity
     */
    static Table<SharingPair> table(Map<CheckedText, Places> places) {
        return new Table<SharingPair>()
                .count("words", SharingPair::words)
                .number("shareA", p -> Value.ratio(p.shareOfA()))
                .number("shareB", p -> Value.ratio(p.shareOfB()))
                .mark("reordered", SharingPair::reordered)
                .json("passages", p -> passages(p, places.get(p.a()), places.get(p.b()))
                        .json(p.passages()));
    }

    private static Table<Passage> passages(SharingPair pair, Places a, Places b) {
        return new Table<Passage>()
                .json("a", p -> a.json(p.a()))
                .json("b", p -> b.json(p.b()))
                .optionalText("pageA", p -> pair.a().places().pages(p.a()))
                .optionalText("pageB", p -> pair.b().places().pages(p.b()))
                .text("kind", p -> p.kind().name().toLowerCase(Locale.ROOT))
                .count("words", Passage::words);
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

        private String json(Span span) {
            return "[" + of(span.start()) + "," + of(span.end()) + "]";
        }
    }
}
