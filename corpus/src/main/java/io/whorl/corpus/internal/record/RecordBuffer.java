package io.whorl.corpus.internal.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;

/** A buffered reader of a dump that knows its position and supports lookahead. */
final class RecordBuffer {
    private InputStream in;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).flip();
    private long read;
    private IOException failure;
    /** True if the stream has ended. Near the end every line asks for more lookahead, and moving bytes is useless. */
    private boolean ended;

    RecordBuffer(InputStream in) {
        this.in = in;
    }

    /** The buffered bytes; reading from the buffer advances the position. */
    ByteBuffer buffer() {
        return buffer;
    }

    long position() {
        return read - buffer.remaining();
    }

    /**
     * Buffers this many bytes, or as many as are left; returns false if there are none.
     *
     * @throws IOException if there are none because of a read error
     */
    boolean see(int bytes) throws IOException {
        boolean any = look(bytes);
        if (!any && failure != null) {
            throw failure;
        }
        return any;
    }

    /** Like {@link #see}, but a read error counts as the end, because a record that ends before it is complete. */
    boolean look(int bytes) {
        if (buffer.remaining() < bytes && !ended) {
            buffer.compact();
            while (!ended && buffer.position() < bytes) {
                int n = fill();
                ended = n < 0;
                read += Math.max(n, 0);
                buffer.position(buffer.position() + Math.max(n, 0));
            }
            buffer.flip();
        }
        return buffer.hasRemaining();
    }

    private int fill() {
        try {
            return in.read(buffer.array(), buffer.position(), buffer.remaining());
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** Takes this many bytes, or as many as can be read; allocates memory only for bytes that arrive. */
    byte[] take(int bytes) {
        ByteArrayOutputStream taken = new ByteArrayOutputStream(Math.min(bytes, buffer.capacity()));
        while (taken.size() < bytes && look(1)) {
            int n = Math.min(bytes - taken.size(), buffer.remaining());
            taken.write(buffer.array(), buffer.position(), n);
            buffer.position(buffer.position() + n);
        }
        return taken.toByteArray();
    }

    void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0; ) {
            if (!see(1)) {
                throw new EOFException("the last record is truncated at byte " + position());
            }
            int n = (int) Math.min(left, buffer.remaining());
            buffer.position(buffer.position() + n);
            left -= n;
        }
    }

    /** Returns bytes to the buffer. Each call costs a stream, so callers use it once. */
    void giveBack(byte[] taken) {
        byte[] seen = new byte[buffer.remaining()];
        buffer.get(seen);
        read -= seen.length + taken.length;
        // The error occurs again after these bytes.
        failure = null;
        ended = false;
        in = new SequenceInputStream(
                new SequenceInputStream(new ByteArrayInputStream(taken), new ByteArrayInputStream(seen)), in);
    }
}
