package io.whorl.store;

import static io.whorl.internal.Ranges.require;

import io.whorl.LimitExceededException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The fingerprint of a document, and its stored form: the gaps between ascending minutiae in a Golomb-Rice code;
 * docs/FORMAT.md, "Stored fingerprints". The form depends on the fingerprint alone, so merges copy it. The file that
 * contains it has checksums.
 *
 * @param minutiae distinct, in unsigned ascending order
 * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
 */
public record StoredFingerprint(long[] minutiae, int[] frequencies) {
    /** The stored form of an empty fingerprint, and of one that is not stored. */
    public static final byte[] NONE = {};

    /** The zeros before a gap that is stored as it is, because its code would have at least as many. */
    private static final int ESCAPE = 32;
    /** The parameter of the code for the first gap. */
    private static final int FIRST_PARAMETER = 36;

    /**
     * Returns a fingerprint.
     *
     * @param stored its stored form
     * @param count the number of its minutiae
     * @param bits W
     * @param counted whether the scheme keeps frequencies
     * @throws IllegalArgumentException if these bytes are not the stored form of such a fingerprint
     */
    public static StoredFingerprint decode(byte[] stored, long count, int bits, boolean counted) {
        // Checked before memory is allocated: each minutia takes at least a bit.
        require(
                count >= 0 && count <= 8L * stored.length,
                "it has " + count + " minutiae in " + stored.length + " bytes");
        BitReader in = new BitReader(stored);
        long[] minutiae = new long[(int) count];
        int[] frequencies = new int[counted ? minutiae.length : 0];
        long largest = -1L >>> (Long.SIZE - bits);
        long before = -1;
        int parameter = FIRST_PARAMETER;
        for (int i = 0; i < minutiae.length; i++) {
            long gap = in.rice(parameter);
            // The largest gap that leads to a minutia of W bits; before the first minutia, −1 wraps to 0.
            long most = largest - (before + 1);
            require(Long.compareUnsigned(gap, most) <= 0 && (i == 0 || before != largest), "a minutia is too large");
            before += gap + 1;
            minutiae[i] = before;
            if (counted) {
                frequencies[i] = in.gamma();
            }
            parameter = next(parameter, before, i + 1);
        }
        require(in.isAtEnd(), "it is longer than its " + count + " minutiae");
        return new StoredFingerprint(minutiae, frequencies);
    }

    /**
     * The parameter for the gaps after the first {@code n}. It changes when n is a power of two, and is then the best
     * for gaps with the mean of those so far: the least one whose power of two is above 31/64, about ln φ, of the mean.
     */
    private static int next(int parameter, long minutia, long n) {
        long mean = minutia >>> Long.numberOfTrailingZeros(n);
        return Long.bitCount(n) > 1 ? parameter : Long.SIZE - Long.numberOfLeadingZeros((mean >>> 1) - (mean >>> 6));
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

        BitReader(byte[] bytes) {
            // Padded, so that each read can take eight bytes.
            this.bytes = Arrays.copyOf(bytes, bytes.length + Long.BYTES);
            end = 8L * bytes.length;
        }

        /** The next bits; those above {@link #PEEKED} may be missing. */
        private long peek() {
            return (long) LONG.get(bytes, (int) (at >>> 3)) >>> (at & 7);
        }

        private void skip(int n) {
            at += n;
            require(at <= end, "it is cut off");
        }

        /** The next {@code n} bits as a number, 0 to 64 of them. */
        long bits(int n) {
            if (n <= PEEKED) {
                long value = peek() & ((1L << n) - 1);
                skip(n);
                return value;
            }
            long low = bits(PEEKED);
            return low | (bits(n - PEEKED) << PEEKED);
        }

        /** The number of zeros before the next one, up to {@link #ESCAPE}. Skips them, and the one if there is any. */
        private int zeros() {
            int n = Math.min(ESCAPE, Long.numberOfTrailingZeros(peek()));
            skip(Math.min(ESCAPE, n + 1));
            return n;
        }

        /** A number in the Rice code: its upper bits in unary, then its lower bits; or all of its bits. */
        long rice(int parameter) {
            long upper = zeros();
            if (upper == ESCAPE) {
                return bits(Long.SIZE);
            }
            require(Long.compareUnsigned(upper, -1L >>> parameter) <= 0, "a gap has more than 64 bits");
            return (upper << parameter) | bits(parameter);
        }

        /** A number from 1 to 2^31 − 1 in Elias' gamma code: its length in unary, then its bits below the first. */
        int gamma() {
            int length = zeros();
            require(length < Integer.SIZE - 1, "a frequency has more than 31 bits");
            return (int) ((1L << length) | bits(length));
        }

        /** True if only zeros remain, less than a byte of them. */
        boolean isAtEnd() {
            return end - at < 8 && (peek() & ((1L << (end - at)) - 1)) == 0;
        }
    }

    /**
     * Makes the stored form of fingerprints; see {@link StoredFingerprint}. It can be taken in pieces while it is made,
     * so that a large fingerprint needs no memory. One thread at a time.
     */
    public static final class FingerprintEncoder {
        /** A larger buffer is not kept for the next fingerprint. */
        private static final int KEPT = 1 << 20;
        /** The largest length of an array. */
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final boolean counted;
        private final int most;
        private byte[] bytes;
        private int size;
        private long added;
        private long before;
        private int parameter;
        private long pending;
        private int pendingBits;

        /** @param counted whether the scheme keeps frequencies */
        public FingerprintEncoder(boolean counted) {
            this(counted, MOST);
        }

        /** @param most the largest number of bytes in the buffer; tests set a small one */
        FingerprintEncoder(boolean counted, int most) {
            this.counted = counted;
            this.most = most;
            bytes = new byte[Math.min(most, 1 << 13)];
        }

        /**
         * The stored form of one fingerprint; see {@link #add}. Forgets what the buffer contains.
         *
         * @throws LimitExceededException if an array cannot hold it
         */
        public byte[] encode(long[] minutiae, int[] frequencies, int n) {
            clear();
            begin();
            for (int i = 0; i < n; i++) {
                add(minutiae[i], counted ? frequencies[i] : 1);
            }
            end();
            byte[] stored = Arrays.copyOf(bytes, size);
            clear();
            return stored;
        }

        /** Begins a fingerprint, after those that the buffer contains. */
        public void begin() {
            added = 0;
            before = -1;
            parameter = FIRST_PARAMETER;
            pending = 0;
            pendingBits = 0;
        }

        /**
         * Adds the next minutia in unsigned ascending order.
         *
         * @param frequency how often it was selected, at least 1; ignored if the scheme keeps no frequencies
         * @throws LimitExceededException if the buffer would become too large
         */
        public void add(long minutia, int frequency) {
            long gap = minutia - before - 1;
            long upper = gap >>> parameter;
            if (Long.compareUnsigned(upper, ESCAPE) < 0) {
                writeUnary((int) upper);
                write(gap & ((1L << parameter) - 1), parameter);
            } else {
                write(0, ESCAPE);
                write(gap, Long.SIZE);
            }
            if (counted) {
                int bits = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(frequency);
                writeUnary(bits);
                write(frequency & ((1L << bits) - 1), bits);
            }
            before = minutia;
            parameter = next(parameter, minutia, ++added);
        }

        /**
         * Ends the fingerprint.
         *
         * @throws LimitExceededException if the buffer would become too large
         */
        public void end() {
            write(0, -pendingBits & 7);
        }

        /** Writes less than {@link #ESCAPE} zeros, and a one. */
        private void writeUnary(int zeros) {
            write(1L << zeros, zeros + 1);
        }

        /** Writes the low bits of a number; its other bits must be 0. */
        private void write(long value, int bits) {
            if (bits > Integer.SIZE) {
                write(value & 0xFFFF_FFFFL, Integer.SIZE);
                write(value >>> Integer.SIZE, bits - Integer.SIZE);
                return;
            }
            pending |= value << pendingBits;
            pendingBits += bits;
            for (; pendingBits >= 8; pendingBits -= 8) {
                if (size == bytes.length) {
                    grow();
                }
                bytes[size++] = (byte) pending;
                pending >>>= 8;
            }
        }

        private void grow() {
            LimitExceededException.require("bytes of a stored fingerprint", size + 1L, most, "split the document");
            bytes = Arrays.copyOf(bytes, grown(size, most));
        }

        /** The next length of a buffer: twice the length, up to the limit. */
        static int grown(int length, int most) {
            return (int) Math.min(most, Math.max(1 << 6, 2L * length));
        }

        /** The stored forms since {@link #clear}, one after another, in the first {@link #size} bytes. */
        public byte[] bytes() {
            return bytes;
        }

        public int size() {
            return size;
        }

        /** Forgets the bytes of the buffer. A fingerprint that has begun continues. */
        public void clear() {
            size = 0;
            if (bytes.length > KEPT) {
                bytes = new byte[KEPT];
            }
        }
    }
}
