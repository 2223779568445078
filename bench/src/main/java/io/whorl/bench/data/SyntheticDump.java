package io.whorl.bench.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

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

    public String id(long d) {
        return "doc-" + Long.toString(d, Character.MAX_RADIX);
    }

    public byte[] text(long d) {
        long kind = Long.remainderUnsigned(Vocabulary.mix(seed ^ d), KINDS);
        long base = d - 1 - Long.remainderUnsigned(Vocabulary.mix(seed + d), FARTHEST);
        if (base < 0 || kind >= VERSIONS) {
            return VOCABULARY.text(seed + d * 0x2545F4914F6CDD1DL, documentBytes, 0);
        }
        long same = seed + base * 0x2545F4914F6CDD1DL;
        if (kind >= RECASED) {
            // Every n-th sentence is replaced, n from 4 to 16.
            return VOCABULARY.text(same, documentBytes, (int) (2 + kind));
        }
        byte[] copy = VOCABULARY.text(same, documentBytes, 0);
        for (int i = 0; kind >= COPIES && i < copy.length; i++) {
            copy[i] = copy[i] >= 'a' && copy[i] <= 'z' ? (byte) (copy[i] - 'a' + 'A') : copy[i];
        }
        return copy;
    }
}
