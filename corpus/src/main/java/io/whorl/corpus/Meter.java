package io.whorl.corpus;

import java.io.IOException;

/** What was read of the sources, and what was made of it. One thread. */
final class Meter {
    /** Made of any file before it may be called a bomb. */
    static final long FREE = 1L << 30;

    /** More was made of a file than is believed to be honest. */
    static final class BombException extends IOException {
        private static final long serialVersionUID = 1;

        BombException(long ratio) {
            super("it unpacks to more than " + ratio + " times its size and " + FREE
                    + " bytes: passed over from here on");
        }
    }

    private static final long UNLIMITED = Long.MAX_VALUE;

    private final long ratio;
    private long before;
    private long size;
    private long read;
    private long made;

    /** @param ratio bytes that may be made of a byte */
    Meter(long ratio) {
        this.ratio = ratio;
    }

    /** For bytes of a file itself, of which nothing has been made. */
    static Meter unlimited() {
        return new Meter(UNLIMITED);
    }

    /** @param bytes of the next file; Long.MAX_VALUE where nobody knows */
    void beginFile(long bytes) {
        before = position();
        size = bytes;
        read = 0;
        made = 0;
    }

    /** Ends a source: what was not read of it was passed over. */
    void endSource(long position) {
        beginFile(0);
        before = Math.max(before, position);
    }

    /** Bytes of the sources read so far. */
    long position() {
        return before + fileRead();
    }

    /** A zip archive's members may overlap, and be read again and again: no more than all can have been read. */
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
        return new BombException(ratio);
    }

    /** Whether nothing more of this file is to be read. */
    boolean isExceeded() {
        return ratio != UNLIMITED && made > FREE && (made - FREE) / ratio >= fileRead();
    }
}
