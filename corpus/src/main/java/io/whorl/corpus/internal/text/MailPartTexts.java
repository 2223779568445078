package io.whorl.corpus.internal.text;

/** The texts of the parts on one level of a mail: all of them, or, of alternatives, the plain ones if there are any. */
final class MailPartTexts {
    private final boolean alternative;
    private final StringBuilder all = new StringBuilder();
    private final StringBuilder plain = new StringBuilder();

    MailPartTexts(boolean alternative) {
        this.alternative = alternative;
    }

    void add(boolean isPlain, String text) {
        if (!text.isBlank()) {
            append(all, text);
            append(plain, isPlain ? text : "");
        }
    }

    /** Adds a nested level, which counts as plain if it contains plain text. */
    void addAll(MailPartTexts inner) {
        add(!inner.plain.isEmpty(), inner.text());
    }

    String text() {
        return (alternative && !plain.isEmpty() ? plain : all).toString();
    }

    private static void append(StringBuilder to, String text) {
        to.append(to.isEmpty() || text.isEmpty() ? "" : "\n\n").append(text);
    }
}
