package io.whorl.store;

/** Unsigned numbers in seven bits a byte, least significant first, the high bit saying that more follow. */
public final class Varint {
    /** The longest form: 63 bits. */
    public static final int LONGEST = 9;

    private Varint() {}

    /** Bytes of a number from 0 to 2^63 − 1. */
    public static int length(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    /** Writes a number from 0 to 2^63 − 1 at {@code at}, where {@link #LONGEST} bytes have room; returns the end. */
    public static int put(byte[] to, int at, long value) {
        if (value <= 0x7F) {
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

    /** Reads numbers one after another, from a copy of the next few bytes: an array is read faster than a mapping. */
    static final class Reader {
        private static final int COPIED = 128;

        private final MappedBytes bytes;
        /** The bytes at hand; a loop may read small numbers from here itself, and says so by {@link #place}. */
        final byte[] buffer = new byte[COPIED];
        /** The next byte at hand. */
        int place;
        /** Where the bytes at hand end. */
        int limit;
        /** The address of the first byte at hand. */
        private long start;

        Reader(MappedBytes bytes, long at) {
            this.bytes = bytes;
            open(at);
        }

        /** Goes on from another place. */
        void open(long at) {
            // A stored place may have more bits than the number of a part: it must not come round to a part there is.
            if (at < 0 || at > bytes.length()) {
                throw bytes.damaged(at, "place " + at + " of " + bytes.length());
            }
            start = at;
            place = 0;
            limit = 0;
        }

        long at() {
            return start + place;
        }

        long next() {
            byte first = read();
            // Nearly every distance in a list of versions is small.
            return first >= 0 ? first : more(first & 0x7FL);
        }

        private long more(long low) {
            long value = low;
            for (int shift = 7; shift < 63; shift += 7) {
                byte b = read();
                value |= (b & 0x7FL) << shift;
                if (b >= 0) {
                    return value;
                }
            }
            throw bytes.damaged(at(), "the number before byte " + at() + " does not end");
        }

        private byte read() {
            if (place == limit) {
                fill();
            }
            return buffer[place++];
        }

        private void fill() {
            start = at();
            place = 0;
            limit = (int) Math.min(COPIED, bytes.length() - start);
            if (limit <= 0) {
                limit = 0;
                throw bytes.damaged(start, "byte " + start + " of " + bytes.length());
            }
            bytes.copy(start, buffer, 0, limit);
        }

        void skip(long count) {
            start = at() + count;
            place = 0;
            limit = 0;
        }
    }
}
