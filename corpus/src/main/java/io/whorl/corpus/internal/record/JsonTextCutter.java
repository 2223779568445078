package io.whorl.corpus.internal.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.whorl.corpus.internal.io.TextCutter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Leaves parts out of the string that is the text of a JSON object. The escapes of the rest stay as they are. Malformed
 * UTF-8 of the object becomes U+FFFD, as it is read.
 */
record JsonTextCutter(String field) implements TextCutter {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .build();

    @Override
    public byte[] cut(byte[] record, int[] cuts) throws IOException {
        String object = new String(record, StandardCharsets.UTF_8);
        int open = text(object);
        StringBuilder kept = new StringBuilder(object.length()).append(object, 0, open + 1);
        int end = new Literal(object, open + 1).copyWithout(cuts, kept);
        return kept.append(object, end, object.length()).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the place of the quote that begins the last string that the field has. */
    private int text(String object) throws IOException {
        int open = -1;
        try (JsonParser parser = JSON.createParser(object.toCharArray())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isText = parser.currentName().equals(field);
                if (parser.nextToken() == JsonToken.VALUE_STRING && isText) {
                    open = (int) parser.currentTokenLocation().getCharOffset();
                }
                parser.skipChildren();
            }
        }
        if (open < 0 || object.charAt(open) != '"') {
            throw changed();
        }
        return open;
    }

    private static IOException changed() {
        return new IOException("the text of a record is not what it was when it was read");
    }

    /** The characters of a string as written, after its first quote. */
    private static final class Literal {
        private static final int UNICODE = 6;
        private static final int LONE = 3;

        private final String object;
        private int at;
        /** The place in the decoded text, in bytes of UTF-8. */
        private long decoded;

        private boolean afterHigh;

        Literal(String object, int at) {
            this.object = object;
            this.at = at;
        }

        /** Appends what is kept. Returns the place of the last quote. */
        int copyWithout(int[] cuts, StringBuilder kept) throws IOException {
            int from = at;
            for (int i = 0; i < cuts.length; i++) {
                advance(cuts[i]);
                if (i % 2 == 0) {
                    kept.append(object, from, at);
                }
                from = at;
            }
            advance(Long.MAX_VALUE);
            kept.append(object, from, at);
            return at;
        }

        /** Moves to a place in the decoded text, or to the end. */
        private void advance(long to) throws IOException {
            while (decoded + (afterHigh ? LONE : 0) < to && object.charAt(at) != '"') {
                int length = 1;
                char c = object.charAt(at);
                if (c == '\\') {
                    boolean unicode = object.charAt(at + 1) == 'u';
                    length = unicode ? UNICODE : 2;
                    // The other escapes stand for one byte.
                    c = unicode ? (char) Integer.parseInt(object, at + 2, at + UNICODE, 16) : ' ';
                }
                count(c);
                at += length;
            }
            if (to < Long.MAX_VALUE) {
                decoded += afterHigh ? LONE : 0;
                afterHigh = false;
                if (decoded != to) {
                    throw changed();
                }
            }
        }

        /** A surrogate without its other half is read as U+FFFD. */
        private void count(char c) {
            if (afterHigh && Character.isLowSurrogate(c)) {
                decoded += 4;
                afterHigh = false;
                return;
            }
            decoded += afterHigh ? LONE : 0;
            afterHigh = Character.isHighSurrogate(c);
            if (!afterHigh) {
                decoded += c < 0x80 ? 1 : c < 0x800 ? 2 : LONE;
            }
        }
    }
}
