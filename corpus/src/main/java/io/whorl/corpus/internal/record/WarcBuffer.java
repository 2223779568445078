package io.whorl.corpus.internal.record;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;

/** The bytes of a web archive with the position they stand at, some of them in sight. */
final class WarcBuffer {
    private InputStream in;
    private final ByteBuffer sight = ByteBuffer.allocate(1 << 16).flip();
    private long read;
    private IOException failure;
    /**
     * Whether no more bytes come: near the end it is asked for more at every line, and moving bytes for that is in
     * vain.
     */
    private boolean ended;

    WarcBuffer(InputStream in) {
        this.in = in;
    }

    /** What is in sight; taking from it moves on. */
    ByteBuffer sight() {
        return sight;
    }

    /** Of the next byte to be taken. */
    long position() {
        return read - sight.remaining();
    }

    /**
     * Has this many bytes in sight, or as many as are left; whether there are any.
     *
     * @throws IOException if there are none because they cannot be read
     */
    boolean see(int bytes) throws IOException {
        boolean any = look(bytes);
        if (!any && failure != null) {
            throw failure;
        }
        return any;
    }

    /** The same; bytes that cannot be read count as none, for a record that ends before them is whole. */
    boolean look(int bytes) {
        if (sight.remaining() < bytes && !ended) {
            sight.compact();
            while (!ended && sight.position() < bytes) {
                int n = fill();
                ended = n < 0;
                read += Math.max(n, 0);
                sight.position(sight.position() + Math.max(n, 0));
            }
            sight.flip();
        }
        return sight.hasRemaining();
    }

    private int fill() {
        try {
            return in.read(sight.array(), sight.position(), sight.remaining());
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** As many bytes, or as many as are left and can be read; what is said to come takes no memory before it does. */
    byte[] take(int bytes) {
        ByteArrayOutputStream taken = new ByteArrayOutputStream(Math.min(bytes, sight.capacity()));
        while (taken.size() < bytes && look(1)) {
            int n = Math.min(bytes - taken.size(), sight.remaining());
            taken.write(sight.array(), sight.position(), n);
            sight.position(sight.position() + n);
        }
        return taken.toByteArray();
    }

    void skip(long bytes) throws IOException {
        for (long left = bytes; left > 0; ) {
            if (!see(1)) {
                throw new EOFException("the last record breaks off at byte " + position());
            }
            int n = (int) Math.min(left, sight.remaining());
            sight.position(sight.position() + n);
            left -= n;
        }
    }

    /** Has bytes just taken come again. Each time costs a stream, so it is done once. */
    void giveBack(byte[] taken) {
        byte[] seen = new byte[sight.remaining()];
        sight.get(seen);
        read -= seen.length + taken.length;
        // It is met again where it was, behind these bytes.
        failure = null;
        ended = false;
        in = new SequenceInputStream(
                new SequenceInputStream(new ByteArrayInputStream(taken), new ByteArrayInputStream(seen)), in);
    }
}
