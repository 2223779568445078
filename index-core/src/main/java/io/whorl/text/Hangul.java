package io.whorl.text;

/** Arithmetic composition of Hangul syllables from their jamo (The Unicode Standard, 3.12). */
final class Hangul {
    /** The ranges of the medial vowels and final consonants that compose; the ends are exclusive. */
    static final int VOWELS = 0x1161;

    static final int VOWELS_END = 0x1176;
    static final int FINALS = 0x11A8;
    static final int FINALS_END = 0x11C3;

    private static final int INITIALS = 0x1100;
    private static final int INITIALS_END = 0x1113;
    private static final int SYLLABLES = 0xAC00;
    private static final int VOWEL_COUNT = VOWELS_END - VOWELS;
    /** The number of final consonants, plus one for none. */
    private static final int FINAL_COUNT = FINALS_END - FINALS + 1;

    private static final int SYLLABLES_END = SYLLABLES + (INITIALS_END - INITIALS) * VOWEL_COUNT * FINAL_COUNT;

    private Hangul() {}

    /** The composite of two characters; -1 if they do not compose. */
    static int compose(int first, int second) {
        if (first >= INITIALS && first < INITIALS_END && second >= VOWELS && second < VOWELS_END) {
            return SYLLABLES + ((first - INITIALS) * VOWEL_COUNT + second - VOWELS) * FINAL_COUNT;
        }
        boolean open = isSyllable(first) && (first - SYLLABLES) % FINAL_COUNT == 0;
        return open && second >= FINALS && second < FINALS_END ? first + second - FINALS + 1 : -1;
    }

    static boolean isJamo(int cp) {
        return cp >= INITIALS && cp < FINALS_END;
    }

    static boolean isSyllable(int cp) {
        return cp >= SYLLABLES && cp < SYLLABLES_END;
    }

    /** The last jamo of a syllable. */
    static int last(int syllable) {
        int index = syllable - SYLLABLES;
        int finalIndex = index % FINAL_COUNT;
        return finalIndex > 0 ? FINALS - 1 + finalIndex : VOWELS + index / FINAL_COUNT % VOWEL_COUNT;
    }

    /** A syllable without its last jamo. */
    static int rest(int syllable) {
        int index = syllable - SYLLABLES;
        int finalIndex = index % FINAL_COUNT;
        return finalIndex > 0 ? syllable - finalIndex : INITIALS + index / FINAL_COUNT / VOWEL_COUNT;
    }
}
