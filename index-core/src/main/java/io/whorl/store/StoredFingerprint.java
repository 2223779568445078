package io.whorl.store;

import io.whorl.LimitExceededException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

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

    /**
     * Makes the stored form of fingerprints; see {@link StoredFingerprint}. It can be taken in pieces while it is made,
     * so that a large fingerprint needs no memory. One thread at a time.
     */
    public static final class FingerprintEncoder {
        /** A larger buffer is not kept for the next fingerprint. */
        private static final int KEPT = 1 << 20;
        /** Maximum bytes of a block: the parameter, and for each minutia the lower bits, the frequency and the ends. */
        private static final int BLOCK_BYTES = StoredFingerprint.BLOCK * 32;
        /** The largest length of an array. */
        private static final int MOST = Integer.MAX_VALUE - 8;

        private final boolean counted;
        private final int most;
        private final long[] gaps = new long[StoredFingerprint.BLOCK];
        private final int[] counts = new int[StoredFingerprint.BLOCK];
        private final CRC32C checksum = new CRC32C();
        private byte[] bytes;
        private int size;
        /** Bytes of the buffer that the checksum covers, or that belong to earlier fingerprints. */
        private int summed;

        private long length;
        private int inBlock;
        private long before;
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
            checksum.reset();
            summed = size;
            length = 0;
            inBlock = 0;
            before = -1;
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
            gaps[inBlock] = minutia - before - 1;
            counts[inBlock] = frequency;
            before = minutia;
            if (++inBlock == StoredFingerprint.BLOCK) {
                writeBlock();
            }
        }

        /**
         * Ends the fingerprint.
         *
         * @return the number of bytes of its stored form, including those that {@link #clear} has removed
         * @throws LimitExceededException if the buffer would become too large
         */
        public long end() {
            if (inBlock > 0) {
                writeBlock();
            }
            reserve((pendingBits + Byte.SIZE - 1) / Byte.SIZE + StoredFingerprint.CHECKSUM);
            write(0, -pendingBits & 7);
            sum();
            int value = (int) checksum.getValue();
            for (int i = 0; i < StoredFingerprint.CHECKSUM; i++) {
                bytes[size++] = (byte) (value >>> 8 * i);
            }
            summed = size;
            return length + StoredFingerprint.CHECKSUM;
        }

        private void writeBlock() {
            int parameter = parameter();
            if (bytes.length - size < BLOCK_BYTES) {
                reserve(blockBytes(parameter));
            }
            write(parameter, StoredFingerprint.PARAMETER);
            for (int i = 0; i < inBlock; i++) {
                writeUnary(gaps[i] >>> parameter);
                write(gaps[i] & (1L << parameter) - 1, parameter);
                if (counted) {
                    int bits = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(counts[i]);
                    writeUnary(bits);
                    write(counts[i] & (1L << bits) - 1, bits);
                }
            }
            inBlock = 0;
        }

        /**
         * The parameter with the fewest bits, of the three around the logarithm of the mean gap; the least of several.
         */
        private int parameter() {
            long sum = 0;
            for (int i = 0; i < inBlock; i++) {
                // No overflow: the gaps of a fingerprint add up to its largest minutia at most.
                sum += gaps[i];
            }
            long mean = Long.divideUnsigned(sum, inBlock);
            int middle = mean == 0 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(mean);
            int best = 0;
            long least = Long.MAX_VALUE;
            for (int k = Math.max(0, middle - 1); k <= Math.min(Long.SIZE - 1, middle + 1); k++) {
                long bits = (long) k * inBlock;
                for (int i = 0; i < inBlock; i++) {
                    bits += gaps[i] >>> k;
                }
                if (bits < least) {
                    least = bits;
                    best = k;
                }
            }
            return best;
        }

        /** The bytes of the current block, and the pending bits before it. */
        private long blockBytes(int parameter) {
            long bits = pendingBits + StoredFingerprint.PARAMETER;
            for (int i = 0; i < inBlock; i++) {
                bits += (gaps[i] >>> parameter) + 1 + parameter;
                if (counted) {
                    bits += 2 * (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(counts[i])) + 1;
                }
            }
            return (bits + Byte.SIZE - 1) / Byte.SIZE;
        }

        /** Writes so many zeros, and a one. */
        private void writeUnary(long zeros) {
            long left = zeros;
            for (; left >= Integer.SIZE; left -= Integer.SIZE) {
                write(0, Integer.SIZE);
            }
            write(1L << left, (int) left + 1);
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
                bytes[size++] = (byte) pending;
                pending >>>= 8;
            }
        }

        private void reserve(long more) {
            long wanted = size + more;
            LimitExceededException.require("bytes of a stored fingerprint", wanted, most, "split the document");
            if (wanted > bytes.length) {
                bytes = Arrays.copyOf(bytes, grown(bytes.length, wanted, most));
            }
        }

        /** The next length of a buffer, which holds the wanted bytes: twice the length, up to the limit. */
        static int grown(int length, long wanted, int most) {
            return (int) Math.min(most, Math.max(wanted, 2L * length));
        }

        private void sum() {
            checksum.update(bytes, summed, size - summed);
            length += size - summed;
            summed = size;
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
            sum();
            size = 0;
            summed = 0;
            if (bytes.length > KEPT) {
                bytes = new byte[KEPT];
            }
        }
    }
}
