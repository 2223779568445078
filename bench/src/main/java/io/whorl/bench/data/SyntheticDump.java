package io.whorl.bench.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A dump of JSON lines of any size, made as it is read: three of four documents are of words drawn by Zipf's law, each
 * fourth is a version of one up to 200 before it, or a copy, as it stands or in other case. Document {@code d} depends
 * on the seed and {@code d} alone. Thread-safe.
 *
 * @param documents how many, at least 1
 * @param documentBytes text of each, to within a sentence; 64 to 1,000,000,000
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
            throw new IllegalArgumentException("documents is " + documents + " and documentBytes " + documentBytes
                    + "; there must be at least 1, of 64 to 1000000000 bytes");
        }
    }

    /** Writes the lines, each {@code {"id":"…","text":"…"}}. */
    public void write(OutputStream out) throws IOException {
        for (long d = 0; d < documents; d++) {
            out.write(("{\"id\":\"" + id(d) + "\",\"text\":\"").getBytes(StandardCharsets.US_ASCII));
            byte[] text = text(d);
            // A sentence's last byte is a line break, which JSON wants written otherwise.
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
            // One sentence of 4 to 16 is another.
            return VOCABULARY.text(same, documentBytes, (int) (2 + kind));
        }
        byte[] copy = VOCABULARY.text(same, documentBytes, 0);
        for (int i = 0; kind >= COPIES && i < copy.length; i++) {
            copy[i] = copy[i] >= 'a' && copy[i] <= 'z' ? (byte) (copy[i] - 'a' + 'A') : copy[i];
        }
        return copy;
    }
}
