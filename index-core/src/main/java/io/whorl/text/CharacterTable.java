package io.whorl.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class and the simple case folding of every code point (Unicode 16, C and S of CaseFolding.txt), read from the
 * jar. {@link Character} is not used, because it differs between JDKs, and stored fingerprints must not. Folding is
 * idempotent, and a folded letter is a letter. Thread-safe.
 *
 * <p>Each code point has one number, its entry. {@link #kindOf} gives its class. Most characters neither
 * {@linkplain #joins join} others nor {@linkplain #expands expand}.
 */
final class CharacterTable {
    static final int OTHER = 0;
    static final int LETTER = 1;
    static final int DIGIT = 2;
    /** A combining mark (Mn, Mc, Me). It continues a word and does not begin one. */
    static final int MARK = 3;
    /** A letter of a script without spaces between words. Together with the marks after it, it is a word. */
    static final int SPACELESS = 4;
    /** An invisible character (Default_Ignorable_Code_Point). It is skipped. */
    static final int IGNORED = 5;

    private static final String CLASSES = "-LDMSI";
    private static final int CLASS_MASK = 7;
    /** The character may compose with the characters before it, or be reordered with them. */
    private static final int JOINS = 8;
    /** The character is replaced by others, or skipped. */
    private static final int EXPANDS = 16;

    private static final int FLAG_BITS = 5;

    private static final int PAGE_BITS = 7;
    private static final int PAGE = 1 << PAGE_BITS;

    /** The page number of each 128 code points. Equal pages are stored once. */
    private static final char[] INDEX = new char[(Character.MAX_CODE_POINT + 1) >> PAGE_BITS];
    /**
     * The entry of each code point of a page: the difference to the folded character, shifted; the flags; the class.
     */
    private static final int[] PAGES = load();

    private CharacterTable() {}

    static int entry(int codePoint) {
        return PAGES[(INDEX[codePoint >> PAGE_BITS] << PAGE_BITS) | (codePoint & (PAGE - 1))];
    }

    static int kindOf(int entry) {
        return entry & CLASS_MASK;
    }

    /** The class in the entry of a character that neither joins others nor expands; another number for others. */
    static int plainKindOf(int entry) {
        return entry & (CLASS_MASK | JOINS | EXPANDS);
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

    /** Reads a frozen table in the jar: lines of fields that are separated by a space. Comments begin with #. */
    static final class TableFile {
        private TableFile() {}

        /** The fields of each line, without comments. */
        static List<String[]> lines(String name) {
            try (InputStream in = TableFile.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is missing in the package of " + TableFile.class.getName()
                            + "; the jar is incomplete, install it again");
                }
                return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.split(" "))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static int codePoint(String field) {
            return Integer.parseInt(field, 16);
        }
    }
}
