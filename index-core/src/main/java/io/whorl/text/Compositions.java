package io.whorl.text;

import io.whorl.text.CharacterTable.TableFile;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Canonical composition (NFC) by a frozen table of Unicode 16 in the jar. {@link java.text.Normalizer} is not used,
 * because it differs between JDKs. Look-ups are binary searches: text without combining marks never needs one.
 * Thread-safe.
 */
final class Compositions {
    private static final int CODE_POINT_BITS = 21;
    private static final int CODE_POINT_MASK = (1 << CODE_POINT_BITS) - 1;
    private static final int[] NONE = {};
    /** The first character with a decomposition. */
    private static final int FIRST_COMPOSITE = 0xC0;

    private static final List<String[]> LINES = TableFile.lines("compositions.txt");
    /** The first and second character of each pair that composes, and its composite, as one number; sorted. */
    private static final long[] PAIRS = pairs();
    /** The same pairs, sorted by composite. */
    private static final long[] COMPOSITES = composites();
    /** The marks that are reordered; sorted. */
    private static final int[] RANKED = ranked();

    private static final byte[] RANKS = ranks();
    private static final int[] EXPANDING = expanding().sorted().toArray();
    private static final int[][] EXPANSIONS = expansions();

    private Compositions() {}

    /** The rank of a mark's canonical combining class, 1 to 127; 0 for a character that is not reordered. */
    static int rank(int cp) {
        int at = CharacterTable.joins(CharacterTable.entry(cp)) && !Hangul.isJamo(cp)
                ? Arrays.binarySearch(RANKED, cp)
                : -1;
        return at < 0 ? 0 : RANKS[at];
    }

    /** The composite of two characters; -1 if they do not compose. */
    static int compose(int first, int second) {
        int syllable = Hangul.compose(first, second);
        if (syllable >= 0) {
            return syllable;
        }
        long key = (long) first << CODE_POINT_BITS | second;
        long found = following(PAIRS, key << CODE_POINT_BITS);
        return found >>> CODE_POINT_BITS == key ? (int) found & CODE_POINT_MASK : -1;
    }

    /**
     * Writes a character's full canonical decomposition, of at most four characters.
     *
     * @param cp a character without {@linkplain #expansion replacement}
     * @return the position after the last character written
     */
    static int decompose(int cp, int[] out, int at) {
        if (Hangul.isSyllable(cp)) {
            int next = decompose(Hangul.rest(cp), out, at);
            out[next] = Hangul.last(cp);
            return next + 1;
        }
        long pair = cp < FIRST_COMPOSITE ? -1 : pairOf(cp);
        int next = at;
        if (pair >= 0) {
            next = decompose((int) (pair >>> CODE_POINT_BITS) & CODE_POINT_MASK, out, at);
        }
        out[next] = pair >= 0 ? (int) pair & CODE_POINT_MASK : cp;
        return next + 1;
    }

    /** The replacement of a character; empty if it is skipped. */
    static int[] expansion(int cp) {
        int at = Arrays.binarySearch(EXPANDING, cp);
        return at < 0 ? NONE : EXPANSIONS[at];
    }

    /** All characters that compose with the characters before them, or are reordered with them. */
    static IntStream joining() {
        IntStream seconds = Arrays.stream(PAIRS).mapToInt(p -> (int) (p >>> CODE_POINT_BITS) & CODE_POINT_MASK);
        IntStream jamo = IntStream.concat(
                IntStream.range(Hangul.VOWELS, Hangul.VOWELS_END), IntStream.range(Hangul.FINALS, Hangul.FINALS_END));
        return IntStream.concat(IntStream.concat(seconds, jamo), Arrays.stream(RANKED));
    }

    /** All characters that are replaced. */
    static IntStream expanding() {
        return lines("E").mapToInt(f -> TableFile.codePoint(f[1]));
    }

    /** The pair that composes to a character, as one number; -1 if there is none. */
    private static long pairOf(int composite) {
        long found = following(COMPOSITES, (long) composite << 2 * CODE_POINT_BITS);
        return found >>> 2 * CODE_POINT_BITS == composite ? found & (1L << 2 * CODE_POINT_BITS) - 1 : -1;
    }

    /** The least element that is not less than the bound, or the greatest element if all are less. */
    private static long following(long[] sorted, long bound) {
        int at = Arrays.binarySearch(sorted, bound);
        return sorted[Math.min(at < 0 ? -at - 1 : at, sorted.length - 1)];
    }

    private static Stream<String[]> lines(String kind) {
        return LINES.stream().filter(f -> f[0].equals(kind));
    }

    private static long[] pairs() {
        return lines("C").mapToLong(f -> packed(f[1], f[2], f[3])).sorted().toArray();
    }

    private static long[] composites() {
        return lines("C").mapToLong(f -> packed(f[3], f[1], f[2])).sorted().toArray();
    }

    private static long packed(String high, String middle, String low) {
        return ((long) TableFile.codePoint(high) << CODE_POINT_BITS | TableFile.codePoint(middle)) << CODE_POINT_BITS
                | TableFile.codePoint(low);
    }

    private static int[] ranked() {
        return lines("R")
                .flatMapToInt(f -> IntStream.rangeClosed(TableFile.codePoint(f[1]), TableFile.codePoint(f[2])))
                .toArray();
    }

    private static byte[] ranks() {
        byte[] ranks = new byte[RANKED.length];
        lines("R").forEach(f -> {
            int first = Arrays.binarySearch(RANKED, TableFile.codePoint(f[1]));
            int length = TableFile.codePoint(f[2]) - TableFile.codePoint(f[1]) + 1;
            Arrays.fill(ranks, first, first + length, Byte.parseByte(f[3]));
        });
        return ranks;
    }

    private static int[][] expansions() {
        int[][] all = new int[EXPANDING.length][];
        lines("E")
                .forEach(f -> all[Arrays.binarySearch(EXPANDING, TableFile.codePoint(f[1]))] =
                        Arrays.stream(f).skip(2).mapToInt(TableFile::codePoint).toArray());
        return all;
    }

    /** Arithmetic composition of Hangul syllables from their jamo (The Unicode Standard, 3.12). */
    private static final class Hangul {
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

    /**
     * The last character of a word and the characters that join it: combining marks, and jamo of one syllable. They are
     * kept decomposed and in canonical order, so that canonically equivalent texts give the same composition. One
     * thread at a time.
     */
    static final class Segment {
        /**
         * The maximum number of decomposed characters; later ones begin another segment. The stream-safe format of UAX
         * #15 has at most 30 marks in a row. Part of the scheme's version.
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
                int composite = starter >= 0 && (adjacent || lastRank < rank)
                        ? Compositions.compose(composed[starter], cp)
                        : -1;
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
}
