package io.whorl.store;

/** An array of unsigned little-endian numbers of 1 to 8 bytes each. Immutable and thread-safe. */
final class FixedNumbers {
    private final MappedBytes bytes;
    private final int width;

    FixedNumbers(MappedBytes bytes, int width) {
        this.bytes = bytes;
        this.width = width;
    }

    /** The bytes that the largest of some numbers needs. */
    static int width(long largest) {
        return Math.max(1, (64 - Long.numberOfLeadingZeros(largest) + 7) / 8);
    }

    int width() {
        return width;
    }

    /** The size of all numbers in bytes. */
    long length() {
        return bytes.length();
    }

    RuntimeException damaged(long i, String reason) {
        return bytes.damaged(i * width, reason);
    }

    long get(long i) {
        return bytes.getBytes(i * width, width);
    }
}
