package io.whorl.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The fingerprint of a document, and its stored form: the gaps between ascending minutiae in a Golomb-Rice code, and a
 * checksum; docs/FORMAT.md, "Stored fingerprints". The form depends on the fingerprint alone, so merges copy it.
 *
 * @param minutiae distinct, in unsigned ascending order
 * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
 */
public record StoredFingerprint(long[] minutiae, int[] frequencies) {
    /** The stored form of no fingerprint; the stored form of an empty fingerprint is longer. */
    public static final byte[] NONE = {};

    /** The gaps that share one parameter of the code. */
    static final int BLOCK = 128;
    /** The bits of a parameter. */
    static final int PARAMETER = 6;

    static final int CHECKSUM = 4;

    /**
     * Returns a fingerprint.
     *
     * @param stored its stored form, which is not {@link #NONE}
     * @param count the number of its minutiae
     * @param bits W
     * @param counted whether the scheme keeps frequencies
     * @throws IllegalArgumentException if these bytes are not the stored form of such a fingerprint, or the checksum
     *     does not match
     */
    public static StoredFingerprint decode(byte[] stored, long count, int bits, boolean counted) {
        int end = stored.length - CHECKSUM;
        require(end >= 0, "it has " + stored.length + " bytes");
        int checksum = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
        require(Checksum.of(stored, 0, end) == checksum, "its checksum does not match");
        // Checked before memory is allocated: each minutia takes at least a bit.
        require(count >= 0 && count <= 8L * end, "it has " + count + " minutiae in " + end + " bytes");
        BitReader in = new BitReader(stored, end);
        long[] minutiae = new long[(int) count];
        int[] frequencies = new int[counted ? minutiae.length : 0];
        long largest = -1L >>> Long.SIZE - bits;
        long before = -1;
        int parameter = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (i % BLOCK == 0) {
                parameter = (int) in.bits(PARAMETER);
            }
            long gap = in.rice(parameter);
            // The largest gap that leads to a minutia of W bits; before the first minutia, −1 wraps to 0.
            long most = largest - (before + 1);
            require(Long.compareUnsigned(gap, most) <= 0 && (i == 0 || before != largest), "a minutia is too large");
            before += gap + 1;
            minutiae[i] = before;
            if (counted) {
                frequencies[i] = in.gamma();
            }
        }
        require(in.isAtEnd(), "it is longer than its " + count + " minutiae");
        return new StoredFingerprint(minutiae, frequencies);
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredFingerprint f
                && Arrays.equals(minutiae, f.minutiae)
                && Arrays.equals(frequencies, f.frequencies);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(minutiae) + Arrays.hashCode(frequencies);
    }

    /** Reads the codes of a stored fingerprint, the least significant bit of each byte first. One thread at a time. */
    private static final class BitReader {
        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
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
            StoredFingerprint.require(
                    Long.compareUnsigned(upper, -1L >>> parameter) <= 0, "a gap has more than 64 bits");
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
}
