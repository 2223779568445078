package io.whorl.corpus.internal.text;

import org.jsoup.parser.Parser;

/**
 * The place of each character of a parsed text in the markup that it was parsed from. The markup is decoded again, and
 * each character is compared, so a place is never guessed.
 */
final class TextPlaces {
    private static final int MAX_REFERENCE = 64;
    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    final int[] starts;
    final int[] ends;
    private final String markup;
    private final String text;
    private int at;
    private int done;

    private TextPlaces(String markup, int from, String text) {
        this.markup = markup;
        this.text = text;
        at = from;
        starts = new int[text.length()];
        ends = new int[text.length()];
    }

    /** Which sequences of the markup stand for other characters. */
    enum Syntax {
        /** None. */
        RAW,
        /** Character references. */
        REFERENCES,
        /** Character references, and backslashes before punctuation. */
        ESCAPES
    }

    /**
     * Finds the places of a text.
     *
     * @param from the start of the markup of the text
     * @param to its end
     * @return the places in {@code markup}; without characters if the markup is not that of the text
     */
    static TextPlaces of(String markup, int from, int to, String text, Syntax syntax) {
        TextPlaces places = new TextPlaces(markup, from, text);
        return places.find(to, syntax) ? places : new TextPlaces(markup, from, "");
    }

    private boolean find(int to, Syntax syntax) {
        while (done < text.length() && at < to) {
            char c = markup.charAt(at);
            if (syntax != Syntax.RAW && c == '&' && reference(to)) {
                continue;
            }
            boolean escaped = syntax == Syntax.ESCAPES
                    && c == '\\'
                    && at + 1 < to
                    && PUNCTUATION.indexOf(markup.charAt(at + 1)) >= 0
                    && markup.charAt(at + 1) == text.charAt(done);
            if (escaped) {
                add(1, at + 2);
            } else if (c == text.charAt(done) || c == '\0' && text.charAt(done) == '\ufffd') {
                add(1, at + 1);
            } else if (c <= ' ') {
                at++;
            } else {
                return false;
            }
        }
        while (at < to && markup.charAt(at) <= ' ') {
            at++;
        }
        return done == text.length() && at == to;
    }

    /** The next characters of the text stand for the markup up to {@code end}. */
    private void add(int characters, int end) {
        for (int i = 0; i < characters; i++) {
            starts[done] = at;
            ends[done++] = end;
        }
        at = end;
    }

    private boolean reference(int to) {
        int end = at + 1;
        int most = Math.min(to, at + MAX_REFERENCE);
        while (end < most && (Character.isLetterOrDigit(markup.charAt(end)) || markup.charAt(end) == '#')) {
            end++;
        }
        end += end < most && markup.charAt(end) == ';' ? 1 : 0;
        String reference = markup.substring(at, end);
        String decoded = Parser.unescapeEntities(reference, false);
        if (decoded.isEmpty() || decoded.equals(reference) || !text.startsWith(decoded, done)) {
            return false;
        }
        // Without a semicolon, the reference may end before the letters do.
        int tail = 0;
        while (tail + 1 < decoded.length()
                && decoded.charAt(decoded.length() - 1 - tail) == reference.charAt(reference.length() - 1 - tail)) {
            tail++;
        }
        add(decoded.length() - tail, end - tail);
        return true;
    }
}
