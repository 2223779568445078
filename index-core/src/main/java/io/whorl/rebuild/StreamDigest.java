package io.whorl.rebuild;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How far a stream of documents was read, and a digest of what was read, by which another stream is told. One thread.
 */
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
