package io.whorl.bench.data;

/** The lowest possible cost of reading text: one pass over the bytes through a table of 256 entries into an array. */
public final class FoldFloor {
    private static final byte[] FOLD = fold();

    private FoldFloor() {}

    /** Folds a text into {@code out}, starting at {@code at}. Returns the end position. */
    public static int fold(byte[] text, byte[] out, int at) {
        for (int i = 0; i < text.length; i++) {
            out[at + i] = FOLD[text[i] & 0xFF];
        }
        return at + text.length;
    }

    /** Maps letters to lower case, keeps digits, and maps everything else to spaces. */
    private static byte[] fold() {
        byte[] fold = new byte[256];
        for (int c = 0; c < fold.length; c++) {
            boolean word = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 0x80;
            boolean capital = c >= 'A' && c <= 'Z';
            fold[c] = (byte) (word ? c : capital ? c | 0x20 : ' ');
        }
        return fold;
    }
}
