package io.whorl.text;

import io.whorl.agrona.collections.Int2IntHashMap;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.text.CharacterTable.TableFile;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Canonical composition (NFC) by a frozen table of Unicode 16 in the jar. {@link java.text.Normalizer} is not used,
 * because it differs between JDKs. Hangul syllables are computed (The Unicode Standard, 3.12). Thread-safe.
 */
final class Compositions {
    private static final int CODE_POINT_BITS = 21;
    private static final int CODE_POINT_MASK = (1 << CODE_POINT_BITS) - 1;
    private static final int[] NONE = {};
    /** The first character with a decomposition. */
    private static final int FIRST_COMPOSITE = 0xC0;

    /** Hangul: the first syllable, the first jamo of each kind, and their numbers. A syllable may have no final. */
    private static final int SYLLABLES = 0xAC00;

    private static final int INITIALS = 0x1100;
    private static final int INITIAL_COUNT = 19;
    private static final int VOWELS = 0x1161;
    private static final int VOWEL_COUNT = 21;
    private static final int NO_FINAL = 0x11A7;
    private static final int FINAL_COUNT = 28;
    private static final int SYLLABLE_COUNT = INITIAL_COUNT * VOWEL_COUNT * FINAL_COUNT;

    /** The composite of each pair of characters that composes. */
    private static final Long2LongHashMap COMPOSITES = new Long2LongHashMap(-1);

    private static final Long2LongHashMap PAIRS = new Long2LongHashMap(-1);
    /** The rank of each mark that is reordered. */
    private static final Int2IntHashMap RANKS = new Int2IntHashMap(0);

    private static final Long2ObjectHashMap<int[]> EXPANSIONS = new Long2ObjectHashMap<>();

    static {
        for (String[] line : TableFile.lines("compositions.txt")) {
            int first = TableFile.codePoint(line[1]);
            int second = TableFile.codePoint(line[2]);
            switch (line[0]) {
                case "R" ->
                    IntStream.rangeClosed(first, second).forEach(cp -> RANKS.put(cp, Integer.parseInt(line[3])));
                case "C" -> {
                    int composite = TableFile.codePoint(line[3]);
                    COMPOSITES.put(pair(first, second), composite);
                    PAIRS.put(composite, pair(first, second));
                }
                default ->
                    EXPANSIONS.put(
                            first,
                            Arrays.stream(line)
                                    .skip(2)
                                    .mapToInt(TableFile::codePoint)
                                    .toArray());
            }
        }
    }

    private Compositions() {}

    private static long pair(int first, int second) {
        return ((long) first << CODE_POINT_BITS) | second;
    }

    /** The rank of a mark's canonical combining class, 1 to 127; 0 for a character that is not reordered. */
    static int rank(int cp) {
        return RANKS.get(cp);
    }

    /** The composite of two characters; -1 if they do not compose. */
    static int compose(int first, int second) {
        if (isIn(first, INITIALS, INITIAL_COUNT) && isIn(second, VOWELS, VOWEL_COUNT)) {
            return SYLLABLES + ((first - INITIALS) * VOWEL_COUNT + second - VOWELS) * FINAL_COUNT;
        }
        if (isIn(first, SYLLABLES, SYLLABLE_COUNT) && isIn(second, NO_FINAL + 1, FINAL_COUNT - 1)) {
            return (first - SYLLABLES) % FINAL_COUNT == 0 ? first + second - NO_FINAL : -1;
        }
        return (int) COMPOSITES.get(pair(first, second));
    }

    private static boolean isIn(int cp, int first, int count) {
        return cp >= first && cp < first + count;
    }

    /**
     * Writes a character's full canonical decomposition, of at most four characters.
     *
     * @param cp a character without {@linkplain #expansion replacement}
     * @return the position after the last character written
     */
    static int decompose(int cp, int[] out, int at) {
        long pair = pairOf(cp);
        int next = pair < 0 ? at : decompose((int) (pair >>> CODE_POINT_BITS), out, at);
        out[next] = pair < 0 ? cp : (int) pair & CODE_POINT_MASK;
        return next + 1;
    }

    /** The pair that composes to a character; -1 if there is none. */
    private static long pairOf(int cp) {
        if (cp < FIRST_COMPOSITE) {
            return -1;
        }
        if (!isIn(cp, SYLLABLES, SYLLABLE_COUNT)) {
            return PAIRS.get(cp);
        }
        int end = (cp - SYLLABLES) % FINAL_COUNT;
        int vowel = (cp - SYLLABLES) / FINAL_COUNT;
        return end > 0
                ? pair(cp - end, NO_FINAL + end)
                : pair(INITIALS + vowel / VOWEL_COUNT, VOWELS + vowel % VOWEL_COUNT);
    }

    /** The replacement of a character; empty if it is skipped. */
    static int[] expansion(int cp) {
        int[] found = EXPANSIONS.get(cp);
        return found == null ? NONE : found;
    }

    /** All characters that compose with the characters before them, or are reordered with them. */
    static IntStream joining() {
        IntStream seconds = PAIRS.values().stream().mapToInt(pair -> pair.intValue() & CODE_POINT_MASK);
        IntStream marks = RANKS.keySet().stream().mapToInt(Integer::intValue);
        IntStream jamo = IntStream.concat(
                IntStream.range(VOWELS, VOWELS + VOWEL_COUNT), IntStream.range(NO_FINAL + 1, NO_FINAL + FINAL_COUNT));
        return IntStream.concat(IntStream.concat(seconds, marks), jamo);
    }

    /** All characters that are replaced. */
    static IntStream expanding() {
        return EXPANSIONS.keySet().stream().mapToInt(Long::intValue);
    }

    /**
     * The last character of a word and the characters that join it: combining marks, and jamo of one syllable. They are
     * kept decomposed and in canonical order, so that canonically equivalent texts give the same composition. One
     * thread at a time.
     */
    static final class JoinedCharacters {
        /**
         * The maximum number of decomposed characters; later ones begin others. The stream-safe format of UAX #15 has
         * at most 30 marks in a row. Part of the scheme's version.
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

        void begin(int cp) {
            base = cp;
            count = 0;
        }

        /**
         * Adds a character that {@link CharacterTable#joins joins} the characters before it.
         *
         * @return false if there is no room, and nothing has changed
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

        /** Writes the characters, composed and folded, and returns the position after it. */
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
