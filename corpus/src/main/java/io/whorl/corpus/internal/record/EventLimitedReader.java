package io.whorl.corpus.internal.record;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Lets an XML parser have only so much between two of its events, since a parser holds a tag, a comment or a name
 * whole. It also keeps the error of what it reads from, which parsers wrap and reword.
 */
final class EventLimitedReader extends FilterReader {
    private static final int MOST = 1 << 20;

    private int since;
    private IOException failure;

    EventLimitedReader(Reader in) {
        super(in);
    }

    /** The parser has got somewhere. */
    void event() {
        since = 0;
    }

    /** What reading failed of, and not what was read. */
    void throwIfFailed() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public int read(char[] chars, int from, int length) throws IOException {
        try {
            int n = super.read(chars, from, length);
            since += Math.max(n, 0);
            if (since > MOST) {
                throw new IOException("a tag, name or comment of the XML is longer than " + MOST + " characters");
            }
            return n;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
