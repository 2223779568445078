package io.whorl.corpus.internal.record;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Limits the characters that an XML parser reads between two events, because a parser keeps a whole tag, comment or
 * name in memory. Also keeps the error of the underlying reader, which parsers wrap and reword.
 */
final class EventLimitedReader extends FilterReader {
    private static final int MAX_CHARACTERS = 1 << 20;

    private int sinceEvent;
    private IOException failure;

    EventLimitedReader(Reader in) {
        super(in);
    }

    /** Called at each event of the parser. */
    void event() {
        sinceEvent = 0;
    }

    /** Throws the error of the underlying reader, if one occurred. */
    void throwIfFailed() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public int read(char[] chars, int from, int length) throws IOException {
        try {
            int n = super.read(chars, from, length);
            sinceEvent += Math.max(n, 0);
            if (sinceEvent > MAX_CHARACTERS) {
                throw new IOException(
                        "a tag, name or comment of the XML is longer than " + MAX_CHARACTERS + " characters");
            }
            return n;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
