package io.whorl.rebuild;

import io.whorl.store.DocumentDate;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A digest of the documents read from a stream so far, to compare it with another stream. One thread. */
final class StreamDigest {
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
    private long documents;

    /** @param date as in {@link DocumentDate}; counts only if there is one */
    void add(byte[] id, byte[] utf8, long date) {
        crc.update(lengths.clear().putInt(id.length).putInt(utf8.length).flip());
        crc.update(id);
        crc.update(utf8);
        if (date != DocumentDate.NONE) {
            crc.update(lengths.clear().putLong(date).flip());
        }
        documents++;
    }

    long documents() {
        return documents;
    }

    long digest() {
        return crc.getValue();
    }
}
