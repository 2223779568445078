package io.whorl.corpus;

import java.io.IOException;

/** Counts bytes read from the sources and bytes produced from them by decompression. Not thread-safe. */
final class Meter {
    /** Thrown if a file expands to more than the limit. */
    static final class BombException extends IOException {
        private static final long serialVersionUID = 1;

        BombException(long ratio, long allowance) {
            super("it unpacks to more than " + ratio + " times its size and " + allowance
                    + " bytes; the rest is skipped");
        }
    }

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

    /** Bytes of the sources read so far. */
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

    BombException bomb() {
        return new BombException(ratio, allowance);
    }

    /** True if reading of this file must stop. */
    boolean isExceeded() {
        return ratio != UNLIMITED && made > allowance && (made - allowance) / ratio >= fileRead();
    }
}
