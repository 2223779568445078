package io.whorl.store;

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
}
