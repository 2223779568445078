package io.whorl.corpus.internal.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whether a text that was extracted from a PDF can be language. A PDF draws glyphs, and may map their codes to
 * wrong characters or to none. The text then has as many chunks as any other, and matches texts of the same fonts.
 *
 * <p>The checks hold for all languages: they look for what no language has. They need some text, because a short one
 * may be an abbreviation. Counts one text.
 */
final class Legibility {
    /** Scripts whose words have several letters, with spaces between words. */
    private static final Set<UnicodeScript> ALPHABETS = Set.of(
            UnicodeScript.LATIN,
            UnicodeScript.GREEK,
            UnicodeScript.CYRILLIC,
            UnicodeScript.ARMENIAN,
            UnicodeScript.GEORGIAN,
            UnicodeScript.HEBREW,
            UnicodeScript.ARABIC);

    private static final String VOWELS = "aeiouy\u00f8\u00e6\u0153\u0131\u0259\u025b\u0254";

    private static final int LEAST_WORDS = 4;
    private static final int LEAST_LONG_WORDS = 20;
    private static final int LEAST_CHARACTERS = 40;
    private static final int LONG = 3;

    private int visible;
    private int unmapped;
    private int symbols;
    /** Letters of alphabets, and of other scripts. */
    private int letters;

    private int otherLetters;
    private int latin;
    private int accented;

    private int words;
    private int singles;
    private int longLatin;
    /**
     * Neighbours in long words, and how many of them are a vowel and a consonant: of every text that was tried, most.
     */
    private int pairs;

    private int changes;

    private Legibility() {}

    /** Returns why a text cannot be language, in words; empty if it can be. */
    static Optional<String> problem(String text) {
        Legibility counts = new Legibility();
        counts.count(text);
        return counts.problem();
    }

    private Optional<String> problem() {
        String problem = "";
        boolean isLatin = 4L * latin > 3L * (otherLetters + letters);
        if (4L * unmapped > visible) {
            problem = "its fonts do not tell which characters they draw";
        } else if (words >= LEAST_WORDS && 3L * singles > 2L * words && otherLetters < singles) {
            problem = "its words are single letters";
        } else if (isLatin && longLatin >= LEAST_LONG_WORDS && 2L * changes < pairs
                || isLatin && latin >= LEAST_CHARACTERS && 2L * accented > latin) {
            problem = "its letters are not those of any language, so its fonts have codes of their own";
        } else if (visible >= LEAST_CHARACTERS && 2L * symbols > visible) {
            problem = "most of its characters are symbols";
        }
        return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
    }

    private void count(String text) {
        int before = 0;
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            if (Character.isLetter(c) && ALPHABETS.contains(UnicodeScript.of(c))) {
                at = word(text, at);
            } else {
                // Leaders, as in a table of contents, count as one character.
                if (c != before && !Character.isWhitespace(c)) {
                    other(c);
                }
                at += Character.charCount(c);
            }
            before = c;
        }
    }

    private void other(int c) {
        visible++;
        if (Character.isLetterOrDigit(c)) {
            otherLetters += Character.isLetter(c) ? 1 : 0;
        } else if (isUnmapped(c)) {
            unmapped++;
        } else if (!isMark(c)) {
            symbols++;
        }
    }

    private static boolean isUnmapped(int c) {
        return c == 0xfffd || Character.isISOControl(c) || Character.getType(c) == Character.PRIVATE_USE;
    }

    private static boolean isMark(int c) {
        return Character.getType(c) == Character.NON_SPACING_MARK
                || Character.getType(c) == Character.COMBINING_SPACING_MARK;
    }

    /** Counts the word that begins here, and returns its end. */
    private int word(String text, int from) {
        int at = from;
        int length = 0;
        int latinLetters = 0;
        int changesInWord = 0;
        boolean vowel = false;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (Character.isLetter(c)) {
                length++;
                if (UnicodeScript.of(c) == UnicodeScript.LATIN) {
                    latinLetters++;
                    accented += c > 0x7f ? 1 : 0;
                    boolean before = vowel;
                    vowel = isVowel(c);
                    changesInWord += length > 1 && vowel != before ? 1 : 0;
                }
            } else if (!isMark(c)) {
                break;
            }
            at += Character.charCount(c);
        }
        visible += length;
        letters += length;
        latin += latinLetters;
        words++;
        singles += length == 1 ? 1 : 0;
        if (latinLetters == length && length >= LONG) {
            longLatin++;
            pairs += length - 1;
            changes += changesInWord;
        }
        return at;
    }

    private static boolean isVowel(int c) {
        int lower = Character.toLowerCase(c);
        return VOWELS.indexOf(
                        lower > 0x7f
                                ? Normalizer.normalize(Character.toString(lower), Normalizer.Form.NFD)
                                        .charAt(0)
                                : lower)
                >= 0;
    }
}
