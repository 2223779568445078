package io.whorl.text;

import java.nio.charset.StandardCharsets;

/**
 * Prints {@code characters.txt} from the running JDK's {@link Character}. The table in the jar was made once, on JDK 25
 * (Unicode 16). Never make it again for an existing scheme version: fingerprints that are stored depend on it.
 *
 * <p>Run: {@code java -cp target/classes:target/test-classes io.whorl.text.CharacterTableGenerator}
 */
public final class CharacterTableGenerator {
    private CharacterTableGenerator() {}

    public static void main(String[] args) {
        byte[] table = table().getBytes(StandardCharsets.UTF_8);
        System.out.write(table, 0, table.length);
        System.out.flush();
    }

    static String table() {
        StringBuilder out = new StringBuilder("""
                # Unicode 16: the letters (L), digits (D) and combining marks (M); every other code point is neither.
                # first and last code point, class, and what simple case folding adds to each code point (all hexadecimal)
                """);
        int first = 0;
        for (int cp = 1; cp <= Character.MAX_CODE_POINT + 1; cp++) {
            boolean same = cp <= Character.MAX_CODE_POINT
                    && classOf(cp) == classOf(first)
                    && delta(cp) == delta(first);
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
            out.append(delta > 0 ? " +" : " -").append(Integer.toHexString(Math.abs(delta)).toUpperCase());
        }
        out.append('\n');
    }

    static char classOf(int cp) {
        if (Character.isDigit(cp)) {
            return 'D';
        }
        if (Character.isLetter(cp)) {
            return 'L';
        }
        return switch (Character.getType(cp)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> 'M';
            default -> '-';
        };
    }

    /** As CaseFolding.txt's C and S: the dotted capital and the dotless small i are letters of their own. */
    static int delta(int cp) {
        if (cp == 0x130 || cp == 0x131 || classOf(cp) == '-') {
            return 0;
        }
        return Character.toLowerCase(Character.toUpperCase(cp)) - cp;
    }
}
