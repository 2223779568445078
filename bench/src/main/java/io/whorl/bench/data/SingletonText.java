package io.whorl.bench.data;

/**
 * Documents of random words whose 4-word chunks are, but for collisions of W bits, all distinct: the text from which an
 * index of singletons is built through the front door. Document {@code d} depends on {@code d} alone. Thread-safe.
 *
 * @param documents how many, at least 1
 * @param chunks 4-word chunks in each, at least 1
 */
public record SingletonText(int documents, int chunks) {
    private static final int GRANULARITY = 4;
    private static final int LETTERS = 4;

    public SingletonText {
        if (documents < 1 || chunks < 1) {
            throw new IllegalArgumentException(
                    "documents is " + documents + " and chunks " + chunks + "; both must be 1 or more");
        }
    }

    /** A short id, for ids are part of an index's size. */
    public String id(int d) {
        return Integer.toString(d, Character.MAX_RADIX);
    }

    /** Words of four letters, each followed by a space: four of them are drawn from 2^75 chunks. */
    public byte[] text(int d) {
        int words = chunks + GRANULARITY - 1;
        byte[] text = new byte[words * (LETTERS + 1)];
        int at = 0;
        for (int w = 0; w < words; w++) {
            long random = mix((long) d * words + w);
            for (int letter = 0; letter < LETTERS; letter++) {
                text[at++] = (byte) ('a' + (random >>> 16 * letter & 0xFFFF) * 26 / 0x10000);
            }
            text[at++] = ' ';
        }
        return text;
    }

    /** SplitMix64's output function. */
    private static long mix(long x) {
        long z = (x + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
