package io.whorl.store;

import java.util.zip.CRC32C;

/** CRC32C, the checksum of all files of an index. */
public final class Checksum {
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
}
