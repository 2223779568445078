package io.whorl.text;

/**
 * The last character of a word and the characters that join it: combining marks, and jamo of one syllable. They are
 * kept decomposed and in canonical order, so that canonically equivalent texts give the same composition. One thread at
 * a time.
 */
final class Segment {
    /**
     * The maximum number of decomposed characters; later ones begin another segment. The stream-safe format of UAX #15
     * has at most 30 marks in a row. Part of the scheme's version.
     */
    static final int LONGEST = 32;
    /** The maximum number of bytes that {@link #write} writes. */
    static final int MAX_BYTES = LONGEST * Utf8.MAX_BYTES;

    private final int[] decomposed = new int[LONGEST];
    private final byte[] ranks = new byte[LONGEST];
    /** The number of decomposed characters; 0 as long as nothing joined the first character. */
    private int count;

    private int base;
    private final int[] composed = new int[LONGEST];
    private int composedCount;

    /** Begins a segment with a character. */
    void begin(int cp) {
        base = cp;
        count = 0;
    }

    /**
     * Adds a character that {@link CharacterTable#joins joins} the characters before it.
     *
     * @return false if the segment is full and so unchanged
     */
    boolean join(int cp) {
        if (count == 0) {
            count = Compositions.decompose(base, decomposed, 0);
            for (int i = 0; i < count; i++) {
                ranks[i] = (byte) Compositions.rank(decomposed[i]);
            }
        }
        if (count == LONGEST) {
            return false;
        }
        byte rank = (byte) Compositions.rank(cp);
        int at = count++;
        for (; rank > 0 && at > 0 && ranks[at - 1] > rank; at--) {
            decomposed[at] = decomposed[at - 1];
            ranks[at] = ranks[at - 1];
        }
        decomposed[at] = cp;
        ranks[at] = rank;
        compose();
        return true;
    }

    /** The number of bytes that {@link #write} writes. */
    int bytes() {
        int bytes = 0;
        for (int i = 0; i < composedCount; i++) {
            bytes += Utf8.lengthOf(composed[i]);
        }
        return bytes;
    }

    /** Writes the segment, composed and folded, and returns the position after it. */
    int write(byte[] out, int o) {
        int at = o;
        for (int i = 0; i < composedCount; i++) {
            at = Utf8.encode(composed[i], out, at);
        }
        return at;
    }

    /** Canonical composition (The Unicode Standard, D117), then folding. */
    private void compose() {
        int starter = -1;
        int lastRank = 0;
        composedCount = 0;
        for (int i = 0; i < count; i++) {
            int cp = decomposed[i];
            int rank = ranks[i];
            boolean adjacent = starter == composedCount - 1;
            int composite =
                    starter >= 0 && (adjacent || lastRank < rank) ? Compositions.compose(composed[starter], cp) : -1;
            if (composite >= 0) {
                composed[starter] = composite;
            } else {
                if (rank == 0) {
                    starter = composedCount;
                }
                lastRank = rank;
                composed[composedCount++] = cp;
            }
        }
        for (int i = 0; i < composedCount; i++) {
            composed[i] = CharacterTable.fold(composed[i]);
        }
    }
}
