package io.whorl.store;

/** Unsigned numbers in seven bits a byte, least significant first, the high bit saying that more follow. */
public final class Varint {
    /** The longest form: 63 bits. */
    public static final int LONGEST = 9;

    private Varint() {}

    /** Writes a number from 0 to 2^63 − 1 at {@code at}, where {@link #LONGEST} bytes have room; returns the end. */
    public static int put(byte[] to, int at, long value) {
        if (value <= 0x7F) {
            // Nearly every distance in a list of versions is small.
            to[at] = (byte) value;
            return at + 1;
        }
        long v = value;
        int i = at;
        while (v > 0x7F) {
            to[i++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        to[i++] = (byte) v;
        return i;
    }

    /** Reads numbers one after another. */
    static final class Reader {
        private final MappedBytes bytes;
        private long at;

        Reader(MappedBytes bytes, long at) {
            // A stored place may have more bits than the number of a part: it must not come round to a part there is.
            if (at < 0 || at > bytes.length()) {
                throw new IndexOutOfBoundsException("place " + at + " of " + bytes.length());
            }
            this.bytes = bytes;
            this.at = at;
        }

        long at() {
            return at;
        }

        long next() {
            long value = 0;
            for (int shift = 0; shift < 63; shift += 7) {
                byte b = bytes.get(at++);
                value |= (b & 0x7FL) << shift;
                if (b >= 0) {
                    return value;
                }
            }
            throw new IndexOutOfBoundsException("the number before byte " + at + " does not end");
        }

        void skip(long count) {
            at += count;
        }
    }
}
