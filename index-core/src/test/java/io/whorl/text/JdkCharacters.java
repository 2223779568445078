package io.whorl.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What the {@link Character} and the {@link Normalizer} of the running JDK say of characters. The frozen tables in the
 * jar say the same as JDK 25 (Unicode 16), and must not follow a later one: stored fingerprints depend on them.
 */
final class JdkCharacters {
    /** Scripts that are written without spaces between words. */
    private static final Set<UnicodeScript> SPACELESS = Set.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);
    /** Unicode's Default_Ignorable_Code_Point, first and last of each range. The JDK has no method for it. */
    private static final int[][] IGNORED = {
        {0xAD, 0xAD}, {0x34F, 0x34F}, {0x61C, 0x61C}, {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},
        {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}
    };
    /**
     * Variants of letters from typesetting, width or encodings, without a meaning of their own: digraphs and ligatures,
     * radicals, compatibility jamo, presentation forms, half and full width. First and last of each range.
     */
    private static final int[][] FORMS = {
        {0x132, 0x133}, {0x13F, 0x140}, {0x149, 0x149}, {0x1C4, 0x1CC}, {0x1F1, 0x1F3}, {0x587, 0x587},
        {0x675, 0x678}, {0xE33, 0xE33}, {0xEB3, 0xEB3}, {0xEDC, 0xEDD}, {0xF77, 0xF77}, {0xF79, 0xF79},
        {0x1E9A, 0x1E9A}, {0x2E80, 0x2FD5}, {0x3038, 0x303A}, {0x309F, 0x309F}, {0x30FF, 0x30FF}, {0x3131, 0x318E},
        {0xFB00, 0xFDFC}, {0xFE70, 0xFEFC}, {0xFF00, 0xFFEF}
    };

    /** The second characters of all pairs that compose; NFC may compose such a character with the one before it. */
    private static final BitSet SECONDS = new BitSet();

    static {
        all().filter(JdkCharacters::isComposite).forEach(cp -> SECONDS.set(lastOf(nfd(Character.toString(cp)))));
    }

    private JdkCharacters() {}

    /** All code points but surrogates. */
    static IntStream all() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT).filter(cp -> cp < 0xD800 || cp > 0xDFFF);
    }

    static int classOf(int cp) {
        if (isIn(IGNORED, cp)) {
            return CharacterTable.IGNORED;
        }
        if (Character.isDigit(cp)) {
            return CharacterTable.DIGIT;
        }
        if (isSpaceless(cp)) {
            return CharacterTable.SPACELESS;
        }
        if (Character.isLetter(cp)) {
            return CharacterTable.LETTER;
        }
        return switch (Character.getType(cp)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
                CharacterTable.MARK;
            default -> CharacterTable.OTHER;
        };
    }

    private static boolean isIn(int[][] ranges, int cp) {
        return Arrays.stream(ranges).anyMatch(range -> cp >= range[0] && cp <= range[1]);
    }

    /** Han numerals (〇) and radicals belong to words, although Unicode classifies them as numbers and symbols. */
    private static boolean isSpaceless(int cp) {
        UnicodeScript script = UnicodeScript.of(cp);
        int type = Character.getType(cp);
        boolean ideograph =
                script == UnicodeScript.HAN && (type == Character.LETTER_NUMBER || type == Character.OTHER_SYMBOL);
        return SPACELESS.contains(script) && (Character.isLetter(cp) || ideograph);
    }

    static boolean isOfWords(int cp) {
        int kind = classOf(cp);
        return kind != CharacterTable.OTHER && kind != CharacterTable.IGNORED;
    }

    /** C and S of CaseFolding.txt: the dotted capital I and the dotless lower-case i are separate letters. */
    static int fold(int cp) {
        return cp == 0x130 || cp == 0x131 || !isOfWords(cp) ? cp : Character.toLowerCase(Character.toUpperCase(cp));
    }

    /**
     * What a character is read as: its canonical decomposition where NFC does not keep it, or the letters of a form.
     */
    static String expansion(int cp) {
        String self = Character.toString(cp);
        if (!isOfWords(cp)) {
            return "";
        }
        String full = isIn(FORMS, cp) ? Normalizer.normalize(self, Form.NFKD) : nfd(self);
        boolean kept = nfc(full).equals(self) && !SECONDS.get(full.codePointAt(0)) || full.startsWith(" ");
        return kept || full.equals(self) ? "" : full;
    }

    /** Whether NFC composes a character of several. */
    static boolean isComposite(int cp) {
        String self = Character.toString(cp);
        String nfd = nfd(self);
        return nfd.codePointCount(0, nfd.length()) > 1 && nfc(nfd).equals(self);
    }

    static int lastOf(String text) {
        return text.codePointBefore(text.length());
    }

    /** Whether the order of two characters is not canonical. It reveals the combining classes of marks. */
    static boolean isSwapped(int a, int b) {
        String text = Character.toString(a) + Character.toString(b);
        return !nfd(text).equals(text);
    }

    /** The character of which a letter or digit is a variant in font or height. */
    static int plain(int cp) {
        int kind = classOf(cp);
        boolean greek = cp >= 0x370 && cp < 0x400;
        if (kind != CharacterTable.LETTER && kind != CharacterTable.DIGIT
                || fold(cp) != cp
                || greek
                || !expansion(cp).isEmpty()) {
            return cp;
        }
        String full = Normalizer.normalize(Character.toString(cp), Form.NFKD);
        return full.codePointCount(0, full.length()) == 1 ? fold(full.codePointAt(0)) : cp;
    }

    static String nfd(String text) {
        return Normalizer.normalize(text, Form.NFD);
    }

    static String nfc(String text) {
        return Normalizer.normalize(text, Form.NFC);
    }
}
