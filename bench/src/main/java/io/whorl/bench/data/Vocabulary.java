package io.whorl.bench.data;

import io.whorl.hash.SplitMix64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Synthetic words with frequencies by Zipf's law. A word is drawn by sixteen random bits. Thread-safe. */
final class Vocabulary {
    private static final int SLOTS = 1 << 16;
    private static final int WORDS = 40_000;
    private static final int LONGEST = 16;
    private static final int SENTENCE_WORDS = 16;
    private static final String[] SYLLABLES =
            ("ba be bi bo bu da de di do du fa fe ga ge go ha he hi ka ke ki ko la le li lo "
                            + "lu ma me mi mo mu na ne ni no nu pa pe po ra re ri ro ru sa se si so su ta te ti to tu "
                            + "va ve vi za zo")
                    .split(" ");

    /** The word of each slot, padded to {@link #LONGEST} bytes, because copying a fixed length is fast. */
    private final byte[] words = new byte[SLOTS * LONGEST];

    private final byte[] lengths = new byte[SLOTS];

    Vocabulary() {
        double all = Math.log(WORDS) + 0.5772;
        int slot = 0;
        // Rare words have one slot each; the frequent words share the rest.
        for (int rank = 1; slot < SLOTS; rank++) {
            byte[] word = word(rank);
            int share = Math.max(1, (int) (SLOTS / (rank * all)));
            for (int i = 0; i < share && slot < SLOTS; i++, slot++) {
                System.arraycopy(word, 0, words, slot * LONGEST, word.length);
                lengths[slot] = (byte) word.length;
            }
        }
    }

    private static byte[] word(int rank) {
        StringBuilder word = new StringBuilder();
        for (int left = rank; left > 0; left /= SYLLABLES.length) {
            word.append(SYLLABLES[left % SYLLABLES.length]);
        }
        return word.append(' ').toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns sentences of 16 words up to a length, each followed by a full stop and a line break.
     *
     * @param changed every so many-th sentence is replaced; 0 for none
     */
    byte[] text(long seed, int bytes, int changed) {
        byte[] text = new byte[bytes + (SENTENCE_WORDS + 1) * LONGEST];
        int at = 0;
        for (int sentence = 0; at < bytes; sentence++) {
            long start = mix(seed) + sentence * 0x9E3779B97F4A7C15L;
            start += changed > 0 && sentence % changed == changed - 1 ? changed : 0;
            for (int w = 0; w < SENTENCE_WORDS; w += 4) {
                long random = mix(start ^ (long) w << 56);
                for (int i = 0; i < 4; i++, random >>>= 16) {
                    int slot = (int) random & SLOTS - 1;
                    System.arraycopy(words, slot * LONGEST, text, at, LONGEST);
                    at += lengths[slot];
                }
            }
            text[at - 1] = '.';
            text[at++] = '\n';
        }
        return Arrays.copyOf(text, at);
    }

    /** Returns the first number of SplitMix64 with this seed. */
    static long mix(long seed) {
        return SplitMix64.mix(seed + 0x9E3779B97F4A7C15L);
    }
}
