package io.whorl.rebuild;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** How far a stream of documents was read, and a digest of what was read, by which another stream is told. One thread. */
final class StreamMark {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
    private long documents;
    private long text;

    void add(String id, byte[] utf8) {
        byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
        crc.update(lengths.clear().putInt(idBytes.length).putInt(utf8.length).flip());
        crc.update(idBytes);
        crc.update(utf8);
        documents++;
        text += utf8.length;
    }

    long documents() {
        return documents;
    }

    /** Bytes of text. */
    long text() {
        return text;
    }

    long digest() {
        return crc.getValue();
    }
}
