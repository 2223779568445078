package io.whorl.corpus.internal.record;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Splits JSON at the ends of its outermost values, in an array or concatenated. It tracks only brackets and strings, so
 * a value that is malformed inside, or too large, costs no other value. A value that is not closed ends where that
 * becomes visible: at a line end inside a string, which JSON forbids, or where another object or array follows without
 * a comma.
 */
final class ObjectStream extends RecordStream {
    private boolean inArray;
    private boolean bracketed;
    private boolean fresh;
    private boolean inString;
    private boolean escaped;
    /** The last byte of the value, ignoring white space; of a string, its closing quote. */
    private int before;

    private long depth;

    ObjectStream(InputStream in) {
        super(in);
    }

    @Override
    boolean begin() throws IOException {
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
            throw new EOFException("the JSON array is truncated: its end is missing");
        }
        return false;
    }

    private void begin(int first) {
        bracketed = first == '{' || first == '[' || first == '"';
        fresh = true;
        inString = false;
        escaped = false;
        depth = 0;
        before = 0;
    }

    @Override
    void scan(int to) {
        if (bracketed) {
            while (at < to && inRecord) {
                inside(buffer[at++]);
            }
            return;
        }
        // A number, a word, or garbage: up to where another value can start, at least one byte.
        while (at < to && (fresh || !isSpace(buffer[at]) && ",[]{}\"".indexOf(buffer[at]) < 0)) {
            fresh = false;
            at++;
        }
        inRecord = at == to;
    }

    private void inside(int c) {
        if (inString) {
            boolean ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            inString = !ends;
            inRecord = c != '\n' && (!ends || depth > 0);
        } else if (c == '"') {
            inString = true;
        } else if ((c == '{' || c == '[') && depth > 0 && "{[,:".indexOf(before) < 0) {
            // The bracket starts the next value.
            at--;
            inRecord = false;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
            inRecord = depth > 0;
        }
        before = isSpace(c) ? before : c;
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    @Override
    void endOfStream() throws EOFException {
        // A number or a word may end with the stream.
        if (bracketed) {
            throw new EOFException("the JSON is truncated in its value " + number());
        }
    }
}
