package io.whorl.text;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Every code point's class and simple case folding (Unicode 16, CaseFolding.txt's C and S), read from the jar. Not from
 * {@link Character}: it differs between JDKs, and a stored fingerprint must not. Folding is idempotent and keeps
 * letters letters. Thread-safe.
 *
 * <p>One number per code point, its entry, answers all that is asked of most characters: {@link #kindOf} its class,
 * {@link #isPlain} whether it is written as it stands.
 */
final class CharacterTable {
    static final int OTHER = 0;
    static final int LETTER = 1;
    static final int DIGIT = 2;
    /** A combining mark (Mn, Mc, Me): continues a word, begins none. */
    static final int MARK = 3;
    /** A letter of a script without spaces between words: with the marks after it, it is a word. */
    static final int SPACELESS = 4;
    /** A character without a picture of its own (Default_Ignorable_Code_Point): it is read as if it were not there. */
    static final int IGNORED = 5;

    private static final String CLASSES = "-LDMSI";
    private static final int CLASS_MASK = 7;
    /** It may compose with what stands before it, or change places with it. */
    private static final int JOINS = 8;
    /** Other characters are read in its place, or none. */
    private static final int EXPANDS = 16;

    private static final int FLAG_BITS = 5;

    private static final int PAGE_BITS = 7;
    private static final int PAGE = 1 << PAGE_BITS;

    /** Page number of each run of 128 code points; equal pages are held once. */
    private static final char[] INDEX = new char[(Character.MAX_CODE_POINT + 1) >> PAGE_BITS];
    /** Per code point of a page: what folding adds to it, shifted, its flags and its class. */
    private static final int[] PAGES = load();

    private CharacterTable() {}

    static int entry(int codePoint) {
        return PAGES[(INDEX[codePoint >> PAGE_BITS] << PAGE_BITS) | (codePoint & (PAGE - 1))];
    }

    /** The class that an entry holds. */
    static int kindOf(int entry) {
        return entry & CLASS_MASK;
    }

    /** Whether a character neither composes with one before it nor is read as another. */
    static boolean isPlain(int entry) {
        return (entry & (JOINS | EXPANDS)) == 0;
    }

    static boolean joins(int entry) {
        return (entry & JOINS) != 0;
    }

    static boolean expands(int entry) {
        return (entry & EXPANDS) != 0;
    }

    static int fold(int codePoint, int entry) {
        return codePoint + (entry >> FLAG_BITS);
    }

    static int classOf(int codePoint) {
        return kindOf(entry(codePoint));
    }

    static int fold(int codePoint) {
        return fold(codePoint, entry(codePoint));
    }

    private static int[] load() {
        int[] all = new int[Character.MAX_CODE_POINT + 1];
        for (String[] field : TableFile.lines("characters.txt")) {
            int kind = CLASSES.indexOf(field[2]);
            int flags = kind == IGNORED ? EXPANDS : 0;
            int delta = field.length > 3 ? Integer.parseInt(field[3], 16) : 0;
            Arrays.fill(
                    all,
                    TableFile.codePoint(field[0]),
                    TableFile.codePoint(field[1]) + 1,
                    (delta << FLAG_BITS) | flags | kind);
        }
        Compositions.joining().forEach(cp -> all[cp] |= JOINS);
        Compositions.expanding().forEach(cp -> all[cp] |= EXPANDS);
        return paged(all);
    }

    private static int[] paged(int[] all) {
        Map<IntBuffer, Integer> numbers = new HashMap<>();
        int[] pages = new int[all.length];
        for (int page = 0; page < INDEX.length; page++) {
            IntBuffer content = IntBuffer.wrap(all, page << PAGE_BITS, PAGE);
            int next = numbers.size();
            int number = numbers.computeIfAbsent(content, c -> next);
            if (number == next) {
                System.arraycopy(all, page << PAGE_BITS, pages, number << PAGE_BITS, PAGE);
            }
            INDEX[page] = (char) number;
        }
        return Arrays.copyOf(pages, numbers.size() << PAGE_BITS);
    }
}
