package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that ends at each record's end, until asked for the next; so no record need be held in memory. Where records
 * begin and end the formats say, a buffer at a time.
 */
abstract class RecordStream extends BlockInputStream {
    private static final int BUFFER = 1 << 16;

    /** What was read of the stream and not yet given: from {@link #at} to {@link #limit}. */
    final byte[] buffer = new byte[BUFFER];

    int at;
    int limit;
    /** Whether the record at hand goes on. */
    boolean inRecord;

    private final InputStream in;
    private long number;

    RecordStream(InputStream in) {
        this.in = in;
    }

    /**
     * Goes to where the next record begins; false if there is none. Called between records, perhaps with an empty
     * buffer.
     */
    abstract boolean begin() throws IOException;

    /** Goes on within this record: to that place, or to its end, and then says by {@link #inRecord} that it is over. */
    abstract void scan(int to);

    /** Hears that the stream ends while the record at hand goes on; throws if that may not be. */
    abstract void endOfStream() throws IOException;

    /** Passes over what is left of this record and goes to the next; false if there is none. */
    final boolean next() throws IOException {
        while (inRecord && (at < limit || more())) {
            scan(limit);
        }
        inRecord = begin();
        number += inRecord ? 1 : 0;
        return inRecord;
    }

    /** Where this record stands, in a message: a line or a number, from 1. */
    final long number() {
        return number;
    }

    /** The bytes of this record; of those that end it, those that the format counts to it. */
    @Override
    public final int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        if (!inRecord || at == limit && !more()) {
            return -1;
        }
        int from = at;
        scan(Math.min(limit, at + Math.min(len, BUFFER)));
        int n = given(from);
        System.arraycopy(buffer, from, b, off, n);
        return n > 0 ? n : -1;
    }

    /** Bytes of the record from a place on to {@link #at}. */
    int given(int from) {
        return at - from;
    }

    private boolean more() throws IOException {
        if (!fill()) {
            endOfStream();
            inRecord = false;
        }
        return inRecord;
    }

    /** Reads on where the buffer is used up; false at the stream's end. */
    final boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER));
        return limit > 0;
    }

    @Override
    public final void close() throws IOException {
        in.close();
    }
}
