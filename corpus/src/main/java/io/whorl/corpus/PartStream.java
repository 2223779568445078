package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.container.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The bytes of a part. The first bytes can be inspected before they are read. An error of the underlying stream is
 * kept, so that {@link PartWalker} can find the part that caused a failure, and thrown after the bytes before it.
 */
final class PartStream extends BlockInputStream {
    private final Meter meter;
    private final byte[] head;
    private int at;
    private IOException failure;

    /** @param meter counts the bytes read here as an expansion of the file */
    PartStream(InputStream in, Meter meter) {
        super(in);
        this.meter = meter;
        byte[] bytes = new byte[Head.MAX_BYTES];
        int length = 0;
        try {
            for (int n = 0; n >= 0 && length < Head.MAX_BYTES; n = next(bytes, length, Head.MAX_BYTES - length)) {
                length += n;
            }
        } catch (IOException kept) {
            // Thrown again after these bytes have been read.
        }
        head = length == Head.MAX_BYTES ? bytes : Arrays.copyOf(bytes, length);
    }

    /** The first {@link Head#MAX_BYTES} bytes; fewer only if the stream ends or fails earlier. */
    byte[] head() {
        return head;
    }

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

    /** Does nothing: the reader of the container closes the body, which may be a section of a longer stream. */
    @Override
    public void close() {}
}
