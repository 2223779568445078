package io.whorl.bench;

import io.whorl.corpus.Document;
import io.whorl.hash.SplitMix64;
import java.util.stream.IntStream;

/**
 * Documents of random words whose 4-word chunks are all distinct, except for hash collisions: the text of an index of
 * singletons. Document {@code d} depends only on {@code d}. Thread-safe.
 *
 * @param documents the number of documents, at least 1
 * @param chunks the number of 4-word chunks in each, at least 1
 */
public record SingletonText(int documents, int chunks) {
    private static final int GRANULARITY = 4;
    private static final int LETTERS = 4;
    /** The step of SplitMix64: an odd number whose multiples are well distributed. */
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    public SingletonText {
        if (documents < 1 || chunks < 1) {
            throw new IllegalArgumentException(
                    "documents is " + documents + " and chunks " + chunks + "; both must be 1 or more");
        }
    }

    /** Returns a short id, because ids add to the size of an index. */
    public String id(int d) {
        return Integer.toString(d, Character.MAX_RADIX);
    }

    /** Returns all documents, each made when it is needed. */
    public Iterable<Document> all() {
        return () -> IntStream.range(0, documents)
                .mapToObj(d -> new Document(id(d), text(d), "singletons"))
                .iterator();
    }

    /** Returns words of four letters, each followed by a space. There are 2^75 possible chunks. */
    public byte[] text(int d) {
        int words = chunks + GRANULARITY - 1;
        byte[] text = new byte[words * (LETTERS + 1)];
        int at = 0;
        for (int w = 0; w < words; w++) {
            long random = SplitMix64.mix(((long) d * words + w + 1) * GAMMA);
            for (int letter = 0; letter < LETTERS; letter++) {
                text[at++] = (byte) ('a' + ((random >>> (16 * letter)) & 0xFFFF) * 26 / 0x10000);
            }
            text[at++] = ' ';
        }
        return text;
    }
}
