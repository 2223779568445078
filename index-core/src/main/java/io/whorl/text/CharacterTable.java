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
import java.util.Map;

/**
 * Every code point's class and simple case folding (Unicode 16, CaseFolding.txt's C and S), read from the jar. Not from
 * {@link Character}: it differs between JDKs, and a stored fingerprint must not. Folding is idempotent and keeps
 * letters letters. Thread-safe.
 */
final class CharacterTable {
    static final int OTHER = 0;
    static final int LETTER = 1;
    static final int DIGIT = 2;
    /** A combining mark (Mn, Mc, Me): continues a word, begins none. */
    static final int MARK = 3;

    private static final String RESOURCE = "characters.txt";
    private static final int PAGE_BITS = 7;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int CLASS_BITS = 2;

    /** Page number of each run of 128 code points; equal pages are held once. */
    private static final char[] INDEX = new char[(Character.MAX_CODE_POINT + 1) >> PAGE_BITS];
    /** Per code point of a page: what folding adds to it, shifted, and its class. */
    private static final int[] PAGES = load();

    private CharacterTable() {}

    /** {@link #OTHER}, {@link #LETTER}, {@link #DIGIT} or {@link #MARK}. */
    static int classOf(int codePoint) {
        return entry(codePoint) & ((1 << CLASS_BITS) - 1);
    }

    static int fold(int codePoint) {
        return codePoint + (entry(codePoint) >> CLASS_BITS);
    }

    private static int entry(int codePoint) {
        return PAGES[(INDEX[codePoint >> PAGE_BITS] << PAGE_BITS) | (codePoint & (PAGE - 1))];
    }

    private static int[] load() {
        int[] all = new int[Character.MAX_CODE_POINT + 1];
        try (InputStream in = CharacterTable.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + CharacterTable.class.getName()
                        + "; the jar is incomplete, install it again");
            }
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> range(line, all));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return paged(all);
    }

    private static void range(String line, int[] all) {
        String[] field = line.split(" ");
        int kind = "-LDM".indexOf(field[2]);
        int delta = field.length > 3 ? Integer.parseInt(field[3], 16) : 0;
        Arrays.fill(all, Integer.parseInt(field[0], 16), Integer.parseInt(field[1], 16) + 1,
                (delta << CLASS_BITS) | kind);
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
