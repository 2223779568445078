package io.whorl.store;

/** Variable-length numbers: seven bits per byte, least significant first. The high bit means that more bytes follow. */
public final class Varint {
    /** Maximum bytes of a number, for 63 bits. */
    public static final int LONGEST = 9;

    private Varint() {}

    /** The bytes of a number from 0 to 2^63 − 1. */
    public static int length(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    /**
     * Writes a number from 0 to 2^63 − 1 at index {@code at} of an array with room for {@link #LONGEST} more bytes.
     *
     * @return the index after it
     */
    public static int put(byte[] to, int at, long value) {
        if (value <= 0x7F) {
            to[at] = (byte) value;
            return at + 1;
        }
        return putLonger(to, at, value);
    }

    /** In a method of its own, so that every compiler inlines the other one. */
    private static int putLonger(byte[] to, int at, long value) {
        long v = value;
        int i = at;
        while (v > 0x7F) {
            to[i++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        to[i++] = (byte) v;
        return i;
    }

    /**
     * Reads numbers one after another, from a copy of the next few bytes: reading an array is faster than reading a
     * mapping. The first numbers at a new address are read from the mapping, because often no others follow. A reader
     * of few numbers makes no array.
     */
    static final class Reader {
        private static final int COPIED = 128;
        private static final int UNCOPIED = 2;

        private final MappedBytes bytes;
        private byte[] buffer = {};
        /** The index of the next byte. */
        private int place;
        /** The index of the end of the copied bytes. */
        private int limit;
        /** The address of the first copied byte. */
        private long start;
        /** How many numbers are yet to be read from the mapping. */
        private int uncopied;

        Reader(MappedBytes bytes, long at) {
            this.bytes = bytes;
            open(at);
        }

        /** Moves to another address. */
        void open(long at) {
            // A stored place may have more bits than a part number, and must not wrap around to an existing part.
            if (at < 0 || at > bytes.length()) {
                throw bytes.damaged(at, "place " + at + " is outside the " + bytes.length() + " bytes of the section");
            }
            // Lists that are read in their order are copied together.
            if (at >= start && at <= start + limit) {
                place = (int) (at - start);
            } else {
                seek(at);
                uncopied = UNCOPIED;
            }
        }

        /** Moves to another address inside the section. */
        void seek(long at) {
            start = at;
            place = 0;
            limit = 0;
        }

        long at() {
            return start + place;
        }

        long next() {
            if (place == limit && uncopied > 0) {
                uncopied--;
                return nextUncopied();
            }
            byte first = read();
            // Almost all distances in the lists of document versions are small.
            return first >= 0 ? first : more(first & 0x7FL);
        }

        private long nextUncopied() {
            long at = at();
            long value = 0;
            for (int shift = 0; shift < 63 && at < bytes.length(); shift += 7) {
                byte b = bytes.get(at++);
                value |= (b & 0x7FL) << shift;
                if (b >= 0) {
                    seek(at);
                    return value;
                }
            }
            // Too long, or cut by the end: the other reader says which.
            return more(read() & 0x7FL);
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
            throw bytes.damaged(at(), "the number that ends at byte " + at() + " is too long");
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
                throw bytes.damaged(start, "a read at byte " + start + " of " + bytes.length() + " bytes");
            }
            if (buffer.length == 0) {
                buffer = new byte[COPIED];
            }
            bytes.copy(start, buffer, 0, limit);
        }

        void skip(long count) {
            seek(at() + count);
            uncopied = UNCOPIED;
        }
    }
}
