package io.whorl.corpus;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file's bytes as they lie on disk: counts them, and marks the file system's failures as such. */
final class CountingStream extends FilterInputStream {
    private final Meter meter;

    private CountingStream(InputStream in, Meter meter) {
        super(in);
        this.meter = meter;
    }

    static CountingStream of(InputStream in, Meter meter) {
        return new CountingStream(in, meter);
    }

    static CountingStream open(Path file, Meter meter) throws IOException {
        try {
            return new CountingStream(Files.newInputStream(file), meter);
        } catch (IOException e) {
            throw new SourceAccessException(e);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        try {
            int n = in.read(b, off, len);
            if (n > 0) {
                meter.read(n);
            }
            return n;
        } catch (IOException e) {
            throw new SourceAccessException(e);
        }
    }

    @Override
    public long skip(long n) throws IOException {
        // Read, not sought: seeking past the end would make a truncated file look whole.
        byte[] scratch = new byte[(int) Math.max(0, Math.min(n, 1 << 13))];
        return Math.max(0, read(scratch, 0, scratch.length));
    }

    /** Never positive, so that buffering callers hand over what they have before they meet an error. */
    @Override
    public int available() {
        return 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
