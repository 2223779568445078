package io.whorl.rebuild;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A digest of the documents read from a stream so far, to compare it with another stream. One thread. */
final class StreamDigest {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
    private long documents;

    void add(byte[] id, byte[] utf8) {
        crc.update(lengths.clear().putInt(id.length).putInt(utf8.length).flip());
        crc.update(id);
        crc.update(utf8);
        documents++;
    }

    long documents() {
        return documents;
    }

    long digest() {
        return crc.getValue();
    }
}
