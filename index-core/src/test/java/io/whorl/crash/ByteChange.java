package io.whorl.crash;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A change of a file's bytes: a write, or a new length. */
final class ByteChange extends Change {
    /** What a disk writes whole or not at all. */
    static final int SECTOR = 512;

    private final long at;
    private final byte[] bytes;
    private final boolean write;

    private ByteChange(long sequence, long at, byte[] bytes, boolean write) {
        super(sequence);
        this.at = at;
        this.bytes = bytes;
        this.write = write;
    }

    static ByteChange write(long sequence, long at, byte[] bytes) {
        return new ByteChange(sequence, at, bytes, true);
    }

    static ByteChange truncate(long sequence, long length) {
        return new ByteChange(sequence, length, new byte[0], false);
    }

    boolean isWrite() {
        return write;
    }

    long from() {
        return at;
    }

    /** The place after its last byte. */
    long to() {
        return at + bytes.length;
    }

    /** The length of a file that had this one. */
    int lengthAfter(long length) {
        return Math.toIntExact(write ? Math.max(length, to()) : Math.min(length, at));
    }

    /**
     * Puts in place what arrived of it.
     *
     * @param content long enough for all changes of the file
     * @param arrives asked for the place of each sector or part of one
     */
    void apply(byte[] content, LongPredicate arrives) {
        if (!write) {
            if (arrives.test(at)) {
                // What a file later grows over again reads as zero.
                Arrays.fill(content, Math.toIntExact(Math.min(at, content.length)), content.length, (byte) 0);
            }
            return;
        }
        for (long place = at; place < to(); ) {
            long end = Math.min(to(), (place / SECTOR + 1) * SECTOR);
            if (arrives.test(place)) {
                System.arraycopy(bytes, (int) (place - at), content, (int) place, (int) (end - place));
            }
            place = end;
        }
    }
}
