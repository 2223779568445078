package io.whorl.store;

import java.util.zip.CRC32C;

/** CRC32C, the checksum of all files of an index. */
public final class Checksum {
    private static final int POLYNOMIAL = 0x82F63B78;
    /** The polynomial x^8: one more byte. */
    private static final int X8 = 1 << 23;

    private Checksum() {}

    /** The checksum of a whole array. */
    public static int of(byte[] bytes) {
        return of(bytes, 0, bytes.length);
    }

    /** The checksum of {@code length} bytes from {@code from} on. */
    public static int of(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }

    /**
     * The checksum of bytes whose two parts have these checksums. The first part is followed by as many zeros as the
     * second has bits: a multiplication modulo the polynomial, as in zlib's crc32_combine.
     *
     * @param length bytes of the second part
     */
    static int combined(int first, int second, long length) {
        int shifted = first;
        int power = X8;
        for (long left = length; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                shifted = product(power, shifted);
            }
            power = product(power, power);
        }
        return shifted ^ second;
    }

    /** The product of two polynomials modulo that of CRC32C; the highest bit of an int is the constant term. */
    private static int product(int a, int b) {
        int product = 0;
        int multiple = b;
        for (int bit = 1 << 31; bit != 0; bit >>>= 1) {
            product ^= (a & bit) != 0 ? multiple : 0;
            multiple = multiple >>> 1 ^ ((multiple & 1) != 0 ? POLYNOMIAL : 0);
        }
        return product;
    }
}
