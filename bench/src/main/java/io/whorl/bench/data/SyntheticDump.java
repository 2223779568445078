package io.whorl.bench.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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
        /** The source text itself. */
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

    /** How a document was made. */
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
}
