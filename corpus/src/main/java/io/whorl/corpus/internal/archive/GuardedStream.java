package io.whorl.corpus.internal.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads from the decoder of a library, whose runtime exceptions mean damage. Does not close the decoder, which may go
 * on with the next member.
 */
final class GuardedStream extends FilterInputStream {
    private final String problem;
    private final int maxRead;

    /**
     * @param problem begins the message of a failure
     * @param maxRead the longest call of the decoder
     */
    GuardedStream(InputStream in, String problem, int maxRead) {
        super(in);
        this.problem = problem;
        this.maxRead = maxRead;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        try {
            return in.read(b, off, Math.min(len, maxRead));
        } catch (RuntimeException e) {
            throw new IOException(problem + ": " + e, e);
        }
    }

    @Override
    public void close() {}
}
