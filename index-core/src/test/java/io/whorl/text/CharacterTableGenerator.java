package io.whorl.text;

import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Prints {@code characters.txt} from the running JDK's {@link Character}. The table in the jar was generated once, on
 * JDK 25 (Unicode 16). Never generate it again for an existing scheme version: stored fingerprints depend on it.
 *
 * <p>Run: {@code java -cp target/classes:target/test-classes io.whorl.text.CharacterTableGenerator}
 */
public final class CharacterTableGenerator {
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

    private CharacterTableGenerator() {}

    public static void main(String[] args) {
        byte[] table = table().getBytes(StandardCharsets.UTF_8);
        System.out.write(table, 0, table.length);
        System.out.flush();
    }

    static String table() {
        StringBuilder out = new StringBuilder("""
                # Unicode 16: the letters (L), letters of scripts without spaces between words (S), digits (D), \
                marks (M)
                # and characters that are read as if they were not there (I); other code points are none of these.
                # first and last code point, class, and what simple case folding adds to each code point \
                (all hexadecimal)
                """);
        int first = 0;
        for (int cp = 1; cp <= Character.MAX_CODE_POINT + 1; cp++) {
            boolean same = cp <= Character.MAX_CODE_POINT && classOf(cp) == classOf(first) && delta(cp) == delta(first);
            if (!same) {
                line(out, first, cp - 1);
                first = cp;
            }
        }
        return out.toString();
    }

    private static void line(StringBuilder out, int first, int last) {
        if (classOf(first) == '-') {
            return;
        }
        out.append(String.format("%04X %04X %c", first, last, classOf(first)));
        int delta = delta(first);
        if (delta != 0) {
            out.append(delta > 0 ? " +" : " -")
                    .append(Integer.toHexString(Math.abs(delta)).toUpperCase());
        }
        out.append('\n');
    }

    static char classOf(int cp) {
        if (isIgnored(cp)) {
            return 'I';
        }
        if (Character.isDigit(cp)) {
            return 'D';
        }
        if (isSpaceless(cp)) {
            return 'S';
        }
        if (Character.isLetter(cp)) {
            return 'L';
        }
        return switch (Character.getType(cp)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> 'M';
            default -> '-';
        };
    }

    private static boolean isIgnored(int cp) {
        for (int[] range : IGNORED) {
            if (cp >= range[0] && cp <= range[1]) {
                return true;
            }
        }
        return false;
    }

    /** Han numerals (〇) and radicals belong to words, although Unicode classifies them as numbers and symbols. */
    private static boolean isSpaceless(int cp) {
        UnicodeScript script = UnicodeScript.of(cp);
        int type = Character.getType(cp);
        boolean ideograph =
                script == UnicodeScript.HAN && (type == Character.LETTER_NUMBER || type == Character.OTHER_SYMBOL);
        return SPACELESS.contains(script) && (Character.isLetter(cp) || ideograph);
    }

    /** C and S of CaseFolding.txt: the dotted capital I and the dotless lower-case i are separate letters. */
    static int delta(int cp) {
        if (cp == 0x130 || cp == 0x131 || classOf(cp) == '-' || classOf(cp) == 'I') {
            return 0;
        }
        return Character.toLowerCase(Character.toUpperCase(cp)) - cp;
    }
}
