package io.whorl.crash;

import java.util.Arrays;
import java.util.function.LongPredicate;

/** A change of the bytes of a file: a write, or a new length. */
final class ByteChange extends Change {
    /** The unit that a disk writes completely or not at all. */
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

    /** The position after its last byte. */
    long to() {
        return at + bytes.length;
    }

    /** The new length of a file with this length. */
    int lengthAfter(long length) {
        return Math.toIntExact(write ? Math.max(length, to()) : Math.min(length, at));
    }

    /**
     * Applies the part that arrived on the disk.
     *
     * @param content long enough for all changes of the file
     * @param arrives returns whether a sector, or a part of one, arrived
     */
    void apply(byte[] content, LongPredicate arrives) {
        if (!write) {
            if (arrives.test(at)) {
                // Bytes that a file later covers again read as zero.
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
