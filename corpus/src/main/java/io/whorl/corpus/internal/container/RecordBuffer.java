package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.apache.commons.io.function.IORunnable;

/**
 * A buffered reader of a dump that knows its position and supports lookahead. While it copies, the bytes that its user
 * passes go to a sink, unless they belong to a record that is left out.
 */
class RecordBuffer {
    private static final int BUFFER = 1 << 16;

    /** Bytes read and not yet consumed: from {@link #at} to {@link #limit}. */
    final byte[] buffer = new byte[BUFFER];

    int at;
    int limit;
    private InputStream in;
    private long read;
    private IOException failure;
    /** True if the stream has ended. Near the end every line asks for more lookahead, and moving bytes is useless. */
    private boolean ended;
    /** Receives the bytes of the records that the choice keeps; null while records are read. */
    private OutputStream copy;

    private RecordChoice choice;
    /** Bytes of the buffer before this position are copied or left out. */
    private int passed;
    /** True if the bytes that are passed next are copied. */
    private boolean kept = true;

    RecordBuffer(InputStream in) {
        this.in = in;
    }

    /**
     * Copies what is passed while all records are read, also if that fails.
     *
     * @param reader reads all records, and announces each by {@link #begins}
     */
    final void copy(RecordChoice records, OutputStream out, IORunnable reader) throws IOException {
        choice = records;
        copy = out;
        try {
            reader.run();
        } finally {
            pass(limit);
        }
    }

    final void begins(long number) throws IOException {
        if (copy != null) {
            pass(at);
            kept = choice.takes(number);
        }
    }

    final void keep() throws IOException {
        pass(at);
        kept = true;
    }

    private void pass(int to) throws IOException {
        if (copy != null && kept && to > passed) {
            copy.write(buffer, passed, to - passed);
        }
        passed = to;
    }

    final long position() {
        return read - (limit - at);
    }

    /** Reads on after the bytes that are not consumed yet; false at the end of the stream. */
    final boolean fill() throws IOException {
        pass(at);
        System.arraycopy(buffer, at, buffer, 0, limit - at);
        limit -= at;
        at = 0;
        passed = 0;
        int n = in.read(buffer, limit, BUFFER - limit);
        limit += Math.max(0, n);
        read += Math.max(0, n);
        return n > 0;
    }

    /**
     * Buffers this many bytes, or as many as are left; returns false if there are none.
     *
     * @throws IOException if there are none because of a read error
     */
    final boolean see(int bytes) throws IOException {
        boolean any = look(bytes);
        if (!any && failure != null) {
            throw failure;
        }
        return any;
    }

    /** Like {@link #see}, but a read error counts as the end, because a record that ends before it is complete. */
    final boolean look(int bytes) {
        try {
            while (limit - at < bytes && !ended) {
                ended = !fill();
            }
        } catch (IOException e) {
            failure = e;
            ended = true;
        }
        return at < limit;
    }

    /**
     * Takes this many bytes, or as many as can be read; allocates memory only for bytes that arrive. They are copied
     * when they are {@link #confirm confirmed}.
     */
    final byte[] take(int bytes) throws IOException {
        pass(at);
        boolean keeps = kept;
        kept = false;
        ByteArrayOutputStream taken = new ByteArrayOutputStream(Math.min(bytes, BUFFER));
        while (taken.size() < bytes && look(1)) {
            int n = Math.min(bytes - taken.size(), limit - at);
            taken.write(buffer, at, n);
            at += n;
        }
        pass(at);
        kept = keeps;
        return taken.toByteArray();
    }

    /** The bytes that were taken last belong to the current record. */
    final void confirm(byte[] taken) throws IOException {
        if (copy != null && kept) {
            copy.write(taken, 0, taken.length);
        }
    }

    /** Returns the bytes that were taken last. Each call costs a stream, so callers use it once. */
    final void giveBack(byte[] taken) {
        read -= limit - at + taken.length;
        // The error occurs again after these bytes.
        failure = null;
        ended = false;
        in = new SequenceInputStream(
                new SequenceInputStream(
                        new ByteArrayInputStream(taken),
                        new ByteArrayInputStream(Arrays.copyOfRange(buffer, at, limit))),
                in);
        limit = at;
    }

    final void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0; ) {
            if (!see(1)) {
                throw new EOFException("the last record is truncated at byte " + position());
            }
            int n = (int) Math.min(left, limit - at);
            at += n;
            left -= n;
        }
    }

    /** The place of the next line feed, or the end if there is none. */
    static int lineEnd(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Finds the ends of records in the buffer, so that no record must be kept in memory. */
    abstract static class RecordStream extends RecordBuffer {
        boolean inRecord;

        private long number;

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
            if (inRecord) {
                begins(++number);
            }
            return inRecord;
        }

        /** Copies records, each with the bytes up to the next one. */
        final void copy(RecordChoice choice, OutputStream out) throws IOException {
            copy(choice, out, () -> {
                while (next()) {}
            });
        }

        /** The number of this record or line, from 1. */
        final long number() {
            return number;
        }

        /** The bytes of the current record, including the terminator if the format counts it. */
        final InputStream record = new BlockInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                return RecordStream.this.read(b, off, len);
            }
        };

        private int read(byte[] b, int off, int len) throws IOException {
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
    }
}
