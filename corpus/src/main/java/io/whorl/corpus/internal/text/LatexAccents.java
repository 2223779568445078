package io.whorl.corpus.internal.text;

import java.text.Normalizer;
import java.util.Map;

/** Letters with accents, which LaTeX writes as a command before the letter. */
final class LatexAccents {
    private static final Map<String, Character> MARKS = Map.ofEntries(
            Map.entry("`", '\u0300'),
            Map.entry("'", '\u0301'),
            Map.entry("^", '\u0302'),
            Map.entry("~", '\u0303'),
            Map.entry("=", '\u0304'),
            Map.entry("u", '\u0306'),
            Map.entry(".", '\u0307'),
            Map.entry("\"", '\u0308'),
            Map.entry("r", '\u030a'),
            Map.entry("H", '\u030b'),
            Map.entry("v", '\u030c'),
            Map.entry("d", '\u0323'),
            Map.entry("c", '\u0327'),
            Map.entry("k", '\u0328'),
            Map.entry("b", '\u0331'));

    private LatexAccents() {}

    static boolean is(String command) {
        return MARKS.containsKey(command);
    }

    /** The letter with its accent, as one character if Unicode has it. Other characters remain unchanged. */
    static String on(String command, char letter) {
        return Character.isLetter(letter)
                ? Normalizer.normalize("" + letter + MARKS.get(command), Normalizer.Form.NFC)
                : String.valueOf(letter);
    }
}
