package io.whorl.log;

import io.whorl.LimitExceededException;
import io.whorl.store.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes frames through one buffer, so that a small frame is a single write. */
final class FrameWriter {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(ByteBlocks.BLOCK);

    FrameWriter(FileChannel channel) {
        this.channel = channel;
    }

    static FrameHeader header(int kind, ByteBlocks blocks, long sequence) {
        CRC32C crc = new CRC32C();
        for (int i = 0; i < blocks.count(); i++) {
            crc.update(blocks.block(i), 0, blocks.used(i));
        }
        LimitExceededException.require(
                "bytes of one commit in the log", blocks.length(), Integer.MAX_VALUE, "commit more often");
        return new FrameHeader(kind, (int) blocks.length(), sequence, (int) crc.getValue());
    }

    /**
     * Writes a frame.
     *
     * @return the file offset of its end
     */
    long write(byte[] header, ByteBlocks blocks, long at) throws IOException {
        buffer.clear().put(header);
        long to = at;
        for (int i = 0; i < blocks.count(); i++) {
            for (int from = 0; from < blocks.used(i); ) {
                if (!buffer.hasRemaining()) {
                    to = flush(to);
                }
                int n = Math.min(buffer.remaining(), blocks.used(i) - from);
                buffer.put(blocks.block(i), from, n);
                from += n;
            }
        }
        return flush(to);
    }

    private long flush(long at) throws IOException {
        int n = buffer.flip().remaining();
        Channels.writeFully(channel, buffer, at);
        buffer.clear();
        return at + n;
    }
}
