package io.whorl.lab.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The units that edits replace: words with the white space after them, or letters of a script without spaces. */
final class Units {
    /** A text is in a script without spaces if this share of its letters is. */
    private static final double LEAST_SHARE = 0.3;

    private Units() {}

    static boolean isSpaceless(String text) {
        long letters = text.codePoints().filter(Character::isLetter).count();
        long spaceless = text.codePoints().filter(Units::isSpaceless).count();
        return letters > 0 && spaceless >= LEAST_SHARE * letters;
    }

    private static boolean isSpaceless(int codePoint) {
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    /** Splits a text; the units together are the text. */
    static List<String> of(String text) {
        if (isSpaceless(text)) {
            return text.codePoints().mapToObj(Character::toString).toList();
        }
        return Arrays.asList(text.split("(?<=\\s)(?=\\S)"));
    }

    /** Returns the lower-case words, or the letters, without punctuation and white space. */
    static List<String> words(String text, boolean spaceless) {
        List<String> words = new ArrayList<>();
        String lower = text.toLowerCase(Locale.ROOT);
        for (String word : spaceless ? lower.replaceAll("\\s+", "").split("") : lower.split("(?U)\\W+")) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }
}
