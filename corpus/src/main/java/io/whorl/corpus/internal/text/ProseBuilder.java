package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;

/**
 * Builds a text with normalised white space. White space is requested, not written: the widest requested gap precedes
 * the next character. So there is none at either end, and a document of nothing but markup yields an empty text.
 */
final class ProseBuilder {
    private static final int NOTHING = 0;
    private static final int SPACE = 1;
    private static final int LINE = 2;
    private static final int PARAGRAPH = 3;
    private static final String[] GAPS = {"", " ", "\n", "\n\n"};

    private final PlacedTextBuilder text;
    private final StringBuilder excerpt = new StringBuilder();
    private long hiddenCharacters;
    private boolean hiding;
    private boolean showingAll;
    private int gap;

    /** @param source what is converted; the text is rarely longer, and mapped if the source is */
    ProseBuilder(PlacedText source) {
        // Places take eight bytes a character, so their arrays should not have to grow.
        text = new PlacedTextBuilder(source.mapped ? source.length() : source.length() / 2, source.mapped);
    }

    boolean isMapped() {
        return text.isMapped();
    }

    /** What follows is not seen by a reader, or is again. Hidden text is counted, and not part of the text. */
    void hide(boolean hidden) {
        if (hidden && !hiding) {
            hidden(' ');
        }
        hiding = hidden && !showingAll;
    }

    void showAll() {
        showingAll = true;
    }

    private void hidden(char c) {
        if (c > ' ') {
            hiddenCharacters++;
        }
        boolean space = excerpt.length() > 0 && excerpt.charAt(excerpt.length() - 1) == ' ';
        if (excerpt.length() < HiddenText.MAX_EXCERPT && (c > ' ' || excerpt.length() > 0 && !space)) {
            excerpt.append(c > ' ' ? c : ' ');
        }
    }

    void space() {
        gap = Math.max(gap, SPACE);
    }

    void line() {
        gap = Math.max(gap, LINE);
    }

    void paragraph() {
        gap = PARAGRAPH;
    }

    /** Cancels a requested space, as before punctuation. */
    void cancelSpace() {
        gap = gap == SPACE ? NOTHING : gap;
    }

    /**
     * Appends a character that stands for a part of the document. Control characters are white space. A gap before it
     * stands for what is between the characters around the gap.
     */
    void character(char c, int start, int end) {
        if (hiding) {
            hidden(c);
            return;
        }
        if (c <= ' ') {
            space();
            return;
        }
        if (gap != NOTHING && text.length() > 0) {
            gap(GAPS[gap], Math.min(text.end(), start), start);
        }
        gap = NOTHING;
        text.append(c, start, end);
    }

    private void gap(String characters, int from, int to) {
        boolean each = to - from == characters.length();
        for (int i = 0; i < characters.length(); i++) {
            text.append(characters.charAt(i), each ? from + i : from, each ? from + i + 1 : to);
        }
    }

    /** Appends text of which each character stands for the same part of the document. */
    void text(String s, int start, int end) {
        for (int i = 0; i < s.length(); i++) {
            character(s.charAt(i), start, end);
        }
    }

    void text(PlacedText s) {
        append(s, false);
    }

    /** Appends text and keeps its line breaks; empty lines separate paragraphs. */
    void lines(PlacedText s) {
        append(s, true);
    }

    private void append(PlacedText s, boolean lines) {
        boolean unknown = isMapped() && !s.mapped;
        boolean empty = false;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\n' && lines) {
                gap = empty ? PARAGRAPH : Math.max(gap, LINE);
                empty = true;
            } else {
                empty &= c <= ' ';
                if (unknown && c > ' ') {
                    text.unmap();
                }
                character(c, s.start(i), s.end(i));
            }
        }
    }

    /** The UTF-16 units of the text so far, without requested white space. */
    int length() {
        return text.length();
    }

    HiddenText hiddenText() {
        return new HiddenText(hiddenCharacters, excerpt.toString().strip());
    }

    PlacedText build() {
        return text.build().hiding(hiddenText());
    }
}
