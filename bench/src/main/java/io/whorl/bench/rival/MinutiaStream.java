package io.whorl.bench.rival;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.util.BytesRef;

/** Minutiae as Lucene terms of five bytes, big-endian to keep their order. Reusable, not thread-safe. */
final class MinutiaStream extends TokenStream {
    private static final int BYTES = 5;

    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final BytesRef bytes = new BytesRef(new byte[BYTES]);
    private long[] minutiae = {};
    private int count;
    private int at;

    MinutiaStream() {
        bytes.length = BYTES;
    }

    /** Sets the minutiae of the stream: the first {@code count} of the array. */
    void set(long[] values, int n) {
        minutiae = values;
        count = n;
    }

    @Override
    public void reset() {
        at = 0;
    }

    @Override
    public boolean incrementToken() {
        if (at == count) {
            return false;
        }
        clearAttributes();
        fill(bytes.bytes, minutiae[at++]);
        term.setBytesRef(bytes);
        return true;
    }

    static BytesRef term(long minutia) {
        byte[] term = new byte[BYTES];
        fill(term, minutia);
        return new BytesRef(term);
    }

    /** Writes a minutia into the first five bytes. */
    static void fill(byte[] term, long minutia) {
        for (int i = 0; i < BYTES; i++) {
            term[i] = (byte) (minutia >>> 8 * (BYTES - 1 - i));
        }
    }
}
