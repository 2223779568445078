package io.whorl.corpus.internal.record;

import io.whorl.corpus.internal.io.BlockInputStream;
import io.whorl.corpus.internal.io.RecordCopier;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream that ends at the end of each record, so that no record must be kept in memory. Subclasses find the ends of
 * records in a buffer.
 */
abstract class RecordStream extends BlockInputStream implements RecordCopier {
    private static final int BUFFER = 1 << 16;

    /** Bytes read and not yet delivered: from {@link #at} to {@link #limit}. */
    final byte[] buffer = new byte[BUFFER];

    int at;
    int limit;
    /** True if the current record continues. */
    boolean inRecord;

    private long number;
    /** Receives the bytes of kept records; null while records are read. */
    private RecordCopier.Sink copy;
    /** Bytes of the buffer before this position are copied or left out. */
    private int passed;
    /** True if the bytes that are passed next are copied. */
    private boolean kept = true;

    RecordStream(InputStream in) {
        super(in);
    }

    /** Advances to the start of the next record; false if there is none. The buffer may be empty. */
    abstract boolean begin() throws IOException;

    /** Advances within the record to this position or to its end; at the end, clears {@link #inRecord}. */
    abstract void scan(int to);

    /** Called if the stream ends within a record; throws if the format does not allow that. */
    abstract void endOfStream() throws IOException;

    /** Skips the rest of this record and advances to the next; false if there is none. */
    final boolean next() throws IOException {
        while (inRecord && (at < limit || more())) {
            scan(limit);
        }
        inRecord = begin();
        number += inRecord ? 1 : 0;
        return inRecord;
    }

    /** The number of this record or line, from 1. */
    final long number() {
        return number;
    }

    /** Reads bytes of this record, including the terminator if the format counts it. */
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
        int n = length(from);
        System.arraycopy(buffer, from, b, off, n);
        return n > 0 ? n : -1;
    }

    /** Bytes of the record from a position to {@link #at}. */
    int length(int from) {
        return at - from;
    }

    private boolean more() throws IOException {
        if (!fill()) {
            endOfStream();
            inRecord = false;
        }
        return inRecord;
    }

    /** Reads on after the bytes that are not consumed yet; false at the end of the stream. */
    final boolean fill() throws IOException {
        pass(at);
        System.arraycopy(buffer, at, buffer, 0, limit - at);
        limit -= at;
        at = 0;
        passed = 0;
        try {
            int n = in.read(buffer, limit, BUFFER - limit);
            limit += Math.max(0, n);
            return n > 0;
        } catch (IOException e) {
            pass(limit);
            throw e;
        }
    }

    /** From here on, everything is copied. */
    final void keep() throws IOException {
        pass(at);
        kept = true;
    }

    @Override
    public final void copy(RecordCopier.Sink sink) throws IOException {
        copy = sink;
        while (next()) {
            pass(at);
            kept = sink.takes(number);
        }
        pass(limit);
    }

    private void pass(int to) throws IOException {
        if (copy != null && kept) {
            copy.write(buffer, passed, to - passed);
        }
        passed = to;
    }
}
