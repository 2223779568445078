package io.whorl.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Made-up words, the r-th as frequent as Zipf's law has it, drawn by sixteen random bits each. Thread-safe. */
final class Vocabulary {
    private static final int SLOTS = 1 << 16;
    private static final int WORDS = 40_000;
    private static final int LONGEST = 16;
    private static final int SENTENCE_WORDS = 16;
    private static final String[] SYLLABLES =
            ("ba be bi bo bu da de di do du fa fe ga ge go ha he hi ka ke ki ko la le li lo "
                            + "lu ma me mi mo mu na ne ni no nu pa pe po ra re ri ro ru sa se si so su ta te ti to tu va ve vi za zo")
                    .split(" ");

    /** Slot by slot the word there, padded to {@link #LONGEST} bytes: copying a fixed length is what is fast. */
    private final byte[] words = new byte[SLOTS * LONGEST];

    private final byte[] lengths = new byte[SLOTS];

    Vocabulary() {
        double all = Math.log(WORDS) + 0.5772;
        int slot = 0;
        // The tail has a slot a word; what is left over is the frequent words'.
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
     * Sentences of 16 words up to a length, each ended by a full stop and a line break.
     *
     * @param changed each so many-th sentence is another than without; 0 for none
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

    /** SplitMix64's output function. */
    static long mix(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
