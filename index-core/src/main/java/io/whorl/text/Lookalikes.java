package io.whorl.text;

import java.util.Arrays;

/** A frozen table of letters that look like Latin letters, read from the jar. Thread-safe. */
final class Lookalikes {
    private static final int[] LETTERS = keys("L");
    private static final int[] LATIN = values("L", LETTERS);
    private static final int[] FORMS = keys("F");
    private static final int[] PLAIN = values("F", FORMS);

    private Lookalikes() {}

    /** The Latin letter that a folded letter looks like, or the letter itself if there is none. */
    static int latin(int cp) {
        int at = Arrays.binarySearch(LETTERS, cp);
        return at < 0 ? cp : LATIN[at];
    }

    /**
     * The plain, folded character of which this is a variant in font or height, or the character itself if it is no
     * variant.
     */
    static int plain(int cp) {
        int at = Arrays.binarySearch(FORMS, cp);
        return at < 0 ? cp : PLAIN[at];
    }

    /** True if a letter is in a Latin block. */
    static boolean isLatin(int cp) {
        return cp < 0x2B0
                || cp >= 0x1D00 && cp < 0x1D80
                || cp >= 0x1E00 && cp < 0x1F00
                || cp >= 0x2C60 && cp < 0x2C80
                || cp >= 0xA720 && cp < 0xA800;
    }

    private static int[] keys(String kind) {
        return TableFile.lines("lookalikes.txt").stream()
                .filter(f -> f[0].equals(kind))
                .mapToInt(f -> TableFile.codePoint(f[1]))
                .toArray();
    }

    private static int[] values(String kind, int[] keys) {
        int[] values = new int[keys.length];
        TableFile.lines("lookalikes.txt").stream()
                .filter(f -> f[0].equals(kind))
                .forEach(f -> values[Arrays.binarySearch(keys, TableFile.codePoint(f[1]))] = TableFile.codePoint(f[2]));
        return values;
    }
}
