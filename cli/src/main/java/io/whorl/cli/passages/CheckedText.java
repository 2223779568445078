package io.whorl.cli.passages;

import java.util.List;

/**
 * A text of a report.
 *
 * @param id its name
 * @param reference true if other texts may have taken passages from it, but not the reverse
 * @param utf8 the text; callers must not change it
 * @param masked the text with {@code given} replaced by blanks, of the same code points and bytes
 * @param given the spans of text that everyone was given, in order, in bytes
 * @param words its words without {@code given}
 * @param places leads from places in the text to places in its file
 */
public record CheckedText(
        String id,
        boolean reference,
        byte[] utf8,
        byte[] masked,
        List<GivenText.Range> given,
        int words,
        TextPlaces places) {}
