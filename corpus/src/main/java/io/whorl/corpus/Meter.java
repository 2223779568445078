package io.whorl.corpus;

import io.whorl.corpus.internal.container.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts bytes read from the sources and bytes produced from them by decompression. Not thread-safe. */
final class Meter {
    private static final long UNLIMITED = Long.MAX_VALUE;

    private final long ratio;
    private final long allowance;
    private long before;
    private long size;
    private long read;
    private long made;

    /**
     * @param ratio bytes that one byte of a file may expand to
     * @param allowance bytes that any file may expand to in addition
     */
    Meter(long ratio, long allowance) {
        this.ratio = ratio;
        this.allowance = allowance;
    }

    /** A meter for the bytes of a file itself, which are not expanded. */
    static Meter unlimited() {
        return new Meter(UNLIMITED, 0);
    }

    /** @param bytes size of the next file; Long.MAX_VALUE if it is unknown */
    void beginFile(long bytes) {
        before = position();
        size = bytes;
        read = 0;
        made = 0;
    }

    /** Ends a source; the rest of it counts as read. */
    void endSource(long position) {
        beginFile(0);
        before = Math.max(before, position);
    }

    long position() {
        return before + fileRead();
    }

    /** Members of a zip archive may overlap and be read repeatedly; this counts the file at most once. */
    private long fileRead() {
        return Math.min(read, size);
    }

    void read(long bytes) {
        read += bytes;
    }

    void made(long bytes) throws IOException {
        made += bytes;
        if (isExceeded()) {
            throw bomb();
        }
    }

    /** What is thrown if a file expands to more than the limit. */
    IOException bomb() {
        return new IOException("it unpacks to more than " + ratio + " times its size and " + allowance
                + " bytes; the rest is skipped");
    }

    boolean isExceeded() {
        return ratio != UNLIMITED && made > allowance && (made - allowance) / ratio >= fileRead();
    }

    /** A failure of the file system, as opposed to damaged content, which every other {@link IOException} means. */
    static final class SourceAccessException extends IOException {
        private static final long serialVersionUID = 1L;

        /** Includes the class of the cause, because many messages consist only of the file name. */
        SourceAccessException(IOException cause) {
            super(cause.getClass().getSimpleName() + ": " + cause.getMessage(), cause);
        }
    }

    /**
     * The bytes of a file as stored on disk. Counts them, and marks failures of the file system as such. It skips by
     * reading, because a seek past the end would make a truncated file look complete. It reports nothing as available,
     * so that buffering callers deliver what they have before they meet an error.
     */
    static final class CountingStream extends BlockInputStream {
        private final Meter meter;

        CountingStream(InputStream in, Meter meter) {
            super(in);
            this.meter = meter;
        }

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
}
