package io.whorl.runs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes numbers, followed by a checksum of them all. The caller closes the channel. */
final class ChecksummedWriter {
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    ChecksummedWriter(FileChannel channel) {
        this.channel = channel;
    }

    void putInt(int value) throws IOException {
        reserve();
        buffer.putInt(value);
    }

    void putLong(long value) throws IOException {
        reserve();
        buffer.putLong(value);
    }

    /** Writes zeros up to this position; only before the buffer is first written. */
    void padTo(int place) {
        while (buffer.position() < place) {
            buffer.put((byte) 0);
        }
    }

    void finish() throws IOException {
        drain();
        buffer.putInt((int) crc.getValue());
        drain();
    }

    private void reserve() throws IOException {
        if (buffer.remaining() < Long.BYTES) {
            drain();
        }
    }

    private void drain() throws IOException {
        buffer.flip();
        crc.update(buffer.duplicate());
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
}
