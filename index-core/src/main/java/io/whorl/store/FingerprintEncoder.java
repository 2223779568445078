package io.whorl.store;

import io.whorl.LimitExceededException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Makes the stored form of fingerprints; see {@link StoredFingerprint}. It can be taken in pieces while it is made, so
 * that a large fingerprint needs no memory. One thread at a time.
 */
public final class FingerprintEncoder {
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

    /** The parameter with the fewest bits, of the three around the logarithm of the mean gap; the least of several. */
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
