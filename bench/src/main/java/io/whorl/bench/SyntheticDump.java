package io.whorl.bench;

import io.whorl.hash.SplitMix64;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A dump of JSON lines with any number of documents. Three of four documents have words drawn by Zipf's law. Every
 * fourth is a version or a copy, in the same or another letter case, of one of the 200 documents before it. Document
 * {@code d} depends only on the seed and {@code d}. Thread-safe.
 *
 * @param documents the number of documents, at least 1
 * @param documentBytes the size of each text, rounded up to a whole sentence; 64 to 1,000,000,000
 */
public record SyntheticDump(long seed, long documents, int documentBytes) {
    private static final Vocabulary VOCABULARY = new Vocabulary();
    private static final int KINDS = 64;
    private static final int COPIES = 1;
    private static final int RECASED = 2;
    private static final int VERSIONS = 16;
    private static final int FARTHEST = 200;

    /** How a document was made from a source text. */
    public enum Kind {
        ORIGINAL,
        /** The same bytes. */
        COPY,
        /** The same text in upper case. */
        CASE,
        /** The same text with some sentences replaced. */
        VERSION
    }

    /**
     * How a document was made. Documents of one source are versions or copies of each other. The document with the
     * number of the source may itself be made from another source; then it does not belong to the others.
     *
     * @param kind how it differs from its source
     * @param source the number of the source
     * @param changed every so many-th sentence is replaced; 0 for none
     */
    public record Origin(Kind kind, long source, int changed) {}

    public SyntheticDump {
        if (documents < 1 || documentBytes < 64 || documentBytes > 1_000_000_000) {
            throw new IllegalArgumentException("documents is " + documents + " and documentBytes is " + documentBytes
                    + "; they must be at least 1 and from 64 to 1000000000");
        }
    }

    /** Writes the lines, each {@code {"id":"…","text":"…"}}. */
    public void write(OutputStream out) throws IOException {
        for (long d = 0; d < documents; d++) {
            out.write(("{\"id\":\"" + id(d) + "\",\"text\":\"").getBytes(StandardCharsets.US_ASCII));
            byte[] text = text(d);
            // Line breaks, which end sentences, must be escaped in JSON.
            int from = 0;
            for (int i = 0; i < text.length; i++) {
                if (text[i] == '\n') {
                    out.write(text, from, i - from);
                    out.write('\\');
                    out.write('n');
                    from = i + 1;
                }
            }
            out.write(text, from, text.length - from);
            out.write("\"}\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Writes the answers as a table of {@code file, group, kind, changed}, separated by tabs: two documents are
     * versions or copies of each other if they have the same group.
     */
    public void writeTruth(OutputStream out) throws IOException {
        out.write("file\tgroup\tkind\tchanged\n".getBytes(StandardCharsets.US_ASCII));
        for (long d = 0; d < documents; d++) {
            Origin origin = origin(d);
            String line = id(d) + "\tsource-" + Long.toString(origin.source, Character.MAX_RADIX) + "\t"
                    + origin.kind.name().toLowerCase(Locale.ROOT) + "\t" + origin.changed + "\n";
            out.write(line.getBytes(StandardCharsets.US_ASCII));
        }
    }

    public String id(long d) {
        return "doc-" + Long.toString(d, Character.MAX_RADIX);
    }

    public byte[] text(long d) {
        Origin origin = origin(d);
        byte[] text = VOCABULARY.text(seed + origin.source * 0x2545F4914F6CDD1DL, documentBytes, origin.changed);
        for (int i = 0; origin.kind == Kind.CASE && i < text.length; i++) {
            text[i] = text[i] >= 'a' && text[i] <= 'z' ? (byte) (text[i] - 'a' + 'A') : text[i];
        }
        return text;
    }

    public Origin origin(long d) {
        long kind = Long.remainderUnsigned(Vocabulary.mix(seed ^ d), KINDS);
        long base = d - 1 - Long.remainderUnsigned(Vocabulary.mix(seed + d), FARTHEST);
        if (base < 0 || kind >= VERSIONS) {
            return new Origin(Kind.ORIGINAL, d, 0);
        }
        if (kind >= RECASED) {
            // Every n-th sentence is replaced, n from 4 to 17.
            return new Origin(Kind.VERSION, base, (int) (2 + kind));
        }
        return new Origin(kind >= COPIES ? Kind.CASE : Kind.COPY, base, 0);
    }

    /** Synthetic words with frequencies by Zipf's law. A word is drawn by sixteen random bits. Thread-safe. */
    private static final class Vocabulary {
        private static final int SLOTS = 1 << 16;
        private static final int WORDS = 40_000;
        private static final int LONGEST = 16;
        private static final int SENTENCE_WORDS = 16;
        private static final String[] SYLLABLES =
                ("ba be bi bo bu da de di do du fa fe ga ge go ha he hi ka ke ki ko la le li lo "
                                + "lu ma me mi mo mu na ne ni no nu pa pe po ra re ri ro ru sa se si so su ta te ti"
                                + " to tu "
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
                    long random = mix(start ^ ((long) w << 56));
                    for (int i = 0; i < 4; i++, random >>>= 16) {
                        int slot = (int) random & (SLOTS - 1);
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
}
