package io.whorl.corpus.internal.text;

/** The texts of the parts on one level of a mail: all of them, or, of alternatives, the plain ones if there are any. */
final class MailPartTexts {
    private static final PlacedText EMPTY = PlacedText.of("", true);

    private final boolean alternative;
    private final PlacedTextBuilder all;
    private final PlacedTextBuilder plain;

    MailPartTexts(boolean alternative, boolean mapped) {
        this.alternative = alternative;
        all = new PlacedTextBuilder(0, mapped);
        plain = new PlacedTextBuilder(0, mapped);
    }

    void add(boolean isPlain, PlacedText text) {
        if (!text.text.isBlank()) {
            append(all, text);
            append(plain, isPlain ? text : EMPTY);
        }
    }

    /** Adds a nested level, which counts as plain if it contains plain text. */
    void addAll(MailPartTexts inner) {
        add(inner.plain.length() > 0, inner.text());
    }

    /** Returns the text. Must be called once, at the end. */
    PlacedText text() {
        return (alternative && plain.length() > 0 ? plain : all).build();
    }

    private static void append(PlacedTextBuilder to, PlacedText text) {
        to.insert(to.length() == 0 || text.text.isEmpty() ? "" : "\n\n");
        to.append(text, 0, text.text.length());
    }
}
