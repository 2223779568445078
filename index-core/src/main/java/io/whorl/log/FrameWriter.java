package io.whorl.log;

import io.whorl.LimitExceededException;
import io.whorl.store.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes frames through one buffer, so that a small one is a single write. */
final class FrameWriter {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(ByteBlocks.CHUNK);

    FrameWriter(FileChannel channel) {
        this.channel = channel;
    }

    static FrameHeader header(int kind, ByteBlocks chunks, long sequence) {
        CRC32C crc = new CRC32C();
        for (int i = 0; i < chunks.count(); i++) {
            crc.update(chunks.chunk(i), 0, chunks.used(i));
        }
        LimitExceededException.require(
                "bytes of one commit in the log", chunks.length(), Integer.MAX_VALUE, "commit more often");
        return new FrameHeader(kind, (int) chunks.length(), sequence, (int) crc.getValue());
    }

    /** Returns where the frame ends in the file. */
    long write(byte[] header, ByteBlocks chunks, long at) throws IOException {
        buffer.clear().put(header);
        long to = at;
        for (int i = 0; i < chunks.count(); i++) {
            for (int from = 0; from < chunks.used(i); ) {
                if (!buffer.hasRemaining()) {
                    to = flush(to);
                }
                int n = Math.min(buffer.remaining(), chunks.used(i) - from);
                buffer.put(chunks.chunk(i), from, n);
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
