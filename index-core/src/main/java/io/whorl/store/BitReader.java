package io.whorl.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads the codes of a stored fingerprint, the least significant bit of each byte first. One thread at a time. */
final class BitReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** The bits that {@link #peek} returns at least. */
    private static final int PEEKED = 57;

    private final byte[] bytes;
    private final long end;
    private long at;

    /** @param length bytes to read, from the first */
    BitReader(byte[] bytes, int length) {
        // Padded, so that each read can take eight bytes.
        this.bytes = Arrays.copyOf(bytes, length + Long.BYTES);
        Arrays.fill(this.bytes, length, this.bytes.length, (byte) 0);
        end = 8L * length;
    }

    /** The next bits; those above {@link #PEEKED} may be missing. */
    private long peek() {
        return (long) LONG.get(bytes, (int) (at >>> 3)) >>> (at & 7);
    }

    private void skip(int n) {
        at += n;
        StoredFingerprint.require(at <= end, "it is cut off");
    }

    /** The next {@code n} bits as a number, 0 to 63 of them. */
    long bits(int n) {
        if (n <= PEEKED) {
            long value = peek() & (1L << n) - 1;
            skip(n);
            return value;
        }
        long low = bits(PEEKED);
        return low | bits(n - PEEKED) << PEEKED;
    }

    /** The number of zeros before the next one. */
    private long zeros() {
        long zeros = 0;
        while (true) {
            int n = Long.numberOfTrailingZeros(peek());
            if (n < PEEKED) {
                skip(n + 1);
                return zeros + n;
            }
            zeros += PEEKED;
            skip(PEEKED);
        }
    }

    /** A number in the Rice code: its upper bits in unary, then its lower bits. */
    long rice(int parameter) {
        long upper = zeros();
        StoredFingerprint.require(Long.compareUnsigned(upper, -1L >>> parameter) <= 0, "a gap has more than 64 bits");
        return upper << parameter | bits(parameter);
    }

    /** A number from 1 to 2^31 − 1 in Elias' gamma code: its length in unary, then its bits below the first. */
    int gamma() {
        long length = zeros();
        StoredFingerprint.require(length < Integer.SIZE - 1, "a frequency has more than 31 bits");
        return (int) (1L << length | bits((int) length));
    }

    /** True if only zeros remain, less than a byte of them. */
    boolean isAtEnd() {
        return end - at < 8 && (peek() & (1L << end - at) - 1) == 0;
    }
}
