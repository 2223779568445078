package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * A piece's bytes on their way to whoever reads it. The first are shown before they are read; an error, of a library or
 * a reader of the user's any, is kept, so that it can be told whose fault a failure further in is, and thrown after the
 * bytes before it.
 */
final class PartStream extends BlockInputStream {
    private final InputStream in;
    private final Meter meter;
    private final byte[] head;
    private int at;
    private IOException failure;

    /** @param meter counts what is read here as made of what was read of the file */
    PartStream(InputStream in, Meter meter) {
        this.in = in;
        this.meter = meter;
        byte[] bytes = new byte[Head.MOST];
        int length = 0;
        try {
            for (int n = 0; n >= 0 && length < Head.MOST; n = next(bytes, length, Head.MOST - length)) {
                length += n;
            }
        } catch (IOException kept) {
            // Thrown again when these bytes have been read.
        }
        head = length == Head.MOST ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Up to {@link Head#MOST} bytes; fewer only if the stream ends or fails before. */
    byte[] head() {
        return head;
    }

    /** The error met in these bytes, if one was. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (at < head.length) {
            int n = Math.min(len, head.length - at);
            System.arraycopy(head, at, b, off, n);
            at += n;
            return n;
        }
        if (failure != null) {
            throw failure;
        }
        return next(b, off, len);
    }

    private int next(byte[] b, int off, int len) throws IOException {
        try {
            int n = in.read(b, off, len);
            meter.made(Math.max(0, n));
            return n;
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            failure = new IOException("it cannot be read: " + e, e);
        } catch (IOException e) {
            failure = e;
        }
        throw failure;
    }

    /** Whoever gave the piece closes it: it may be no more than a stretch of a stream that goes on. */
    @Override
    public void close() {}
}
