package io.whorl.corpus.format;

import java.util.Objects;

/**
 * What a document hides from its reader: text in the colour of the page, in a tiny size, out of sight, or marked as
 * hidden. It is not part of the text of the document.
 *
 * @param characters its characters without white space, 0 or more
 * @param excerpt how it begins, at most {@link #MAX_EXCERPT} characters
 */
public record HiddenText(long characters, String excerpt) {
    /** The longest excerpt, in UTF-16 units. */
    public static final int MAX_EXCERPT = 120;

    /** Nothing is hidden, or the format does not tell. */
    public static final HiddenText NONE = new HiddenText(0, "");

    public HiddenText {
        Objects.requireNonNull(excerpt, "excerpt");
        if (characters < 0 || excerpt.length() > MAX_EXCERPT) {
            throw new IllegalArgumentException("there are " + characters + " hidden characters and an excerpt of "
                    + excerpt.length() + "; there must be 0 or more, and at most " + MAX_EXCERPT);
        }
    }
}
