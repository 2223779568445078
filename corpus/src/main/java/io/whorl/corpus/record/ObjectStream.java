package io.whorl.corpus.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Parts JSON at the ends of its outermost values: of those of an array, or of those that merely follow one another. Knows
 * brackets and strings alone, so that a value that is wrong inside, or too large, costs no more than itself.
 */
final class ObjectStream extends Records {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private long number;
    private boolean inArray;
    private boolean inValue;
    private boolean bracketed;
    private boolean fresh;
    private boolean inString;
    private boolean escaped;
    private long depth;

    ObjectStream(InputStream in) {
        this.in = in;
    }

    @Override
    boolean next() throws IOException {
        while (inValue) {
            if (at == limit && !fillValue()) {
                break;
            }
            scan(limit);
        }
        while (at < limit || fill()) {
            int c = buffer[at];
            if (c == '[' && !inArray || c == ']' && inArray) {
                inArray = c == '[';
                at++;
            } else if (isSpace(c) || c == ',') {
                at++;
            } else {
                begin(c);
                return true;
            }
        }
        if (inArray) {
            throw new EOFException("the JSON array breaks off: its end is missing");
        }
        return false;
    }

    private void begin(int first) {
        number++;
        inValue = true;
        bracketed = first == '{' || first == '[' || first == '"';
        fresh = true;
        inString = false;
        escaped = false;
        depth = 0;
    }

    @Override
    long number() {
        return number;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        if (!inValue || at == limit && !fillValue()) {
            return -1;
        }
        int from = at;
        scan(Math.min(limit, at + Math.min(len, BUFFER)));
        System.arraycopy(buffer, from, b, off, at - from);
        return at > from ? at - from : -1;
    }

    /** Goes on within this value, to its end or to that place. */
    private void scan(int to) {
        if (bracketed) {
            while (at < to && inValue) {
                inside(buffer[at++]);
            }
            return;
        }
        // A number or a word, or what is no JSON: to where another value can begin, and a byte at least.
        while (at < to && (fresh || !isSpace(buffer[at]) && ",[]{}\"".indexOf(buffer[at]) < 0)) {
            fresh = false;
            at++;
        }
        inValue = at == to;
    }

    private void inside(int c) {
        if (inString) {
            boolean ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            inString = !ends;
            inValue = !ends || depth > 0;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
            inValue = depth > 0;
        }
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** More of the value being read; false where it ends with the stream, as a number may. */
    private boolean fillValue() throws IOException {
        boolean more = fill();
        if (!more && bracketed) {
            throw new EOFException("the JSON breaks off in its value " + number);
        }
        inValue = more;
        return more;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
