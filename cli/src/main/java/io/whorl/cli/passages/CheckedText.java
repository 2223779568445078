package io.whorl.cli.passages;

import io.whorl.corpus.format.TextMap;
import java.util.List;
import java.util.Optional;

/**
 * A text of a report.
 *
 * @param id its name
 * @param reference true if other texts may have taken passages from it, but not the reverse
 * @param utf8 the text; callers must not change it
 * @param masked the text with {@code given} replaced by blanks, of the same code points and bytes
 * @param given the spans of text that everyone was given, in order, in bytes
 * @param words its words without {@code given}
 * @param map leads from the text to its file; empty if places are known in the text only, or are not needed
 */
public record CheckedText(
        String id,
        boolean reference,
        byte[] utf8,
        byte[] masked,
        List<GivenText.Range> given,
        int words,
        Optional<TextMap> map) {}
