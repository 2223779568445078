package io.whorl.corpus;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a file as stored on disk. Counts them, and marks failures of the file system as such. It skips by
 * reading, because a seek past the end would make a truncated file look complete. It reports nothing as available, so
 * that buffering callers deliver what they have before they meet an error.
 */
final class CountingStream extends BlockInputStream {
    private final Meter meter;

    CountingStream(InputStream in, Meter meter) {
        super(in);
        this.meter = meter;
    }

    /** Opens the next file that the meter counts. */
    static CountingStream open(Path file, Meter meter) throws IOException {
        try {
            // A pipe or device has no size.
            meter.beginFile(Files.isRegularFile(file) ? Files.size(file) : Long.MAX_VALUE);
            return new CountingStream(Files.newInputStream(file), meter);
        } catch (IOException e) {
            throw new SourceAccessException(e);
        }
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
}
