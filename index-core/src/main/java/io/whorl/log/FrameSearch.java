package io.whorl.log;

import io.whorl.store.Channels;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.OptionalLong;

/** Finds the next frame after damaged bytes. */
final class FrameSearch {
    private static final int BUFFER = 1 << 16;

    private FrameSearch() {}

    /**
     * Returns the offset of the first valid header of a frame. The frame itself need not be complete: a writer starts a
     * frame only when the previous one is durable. So each byte is read once, whatever lengths the headers contain.
     *
     * @param from the first offset to consider
     * @param size bytes of the file
     */
    static OptionalLong next(FileChannel channel, long from, long size, long salt) throws IOException {
        ByteBuffer b = ByteBuffer.allocate((int) Math.min(BUFFER, size)).order(ByteOrder.LITTLE_ENDIAN);
        for (long at = from; size - at >= FrameHeader.SIZE; at += BUFFER - FrameHeader.SIZE + 1) {
            Channels.readUpTo(channel, b.clear().limit((int) Math.min(BUFFER, size - at)), at);
            for (int i = 0, end = b.position() - FrameHeader.SIZE; i <= end; i++) {
                if (b.getInt(i) == FrameHeader.MAGIC
                        && FrameHeader.decode(b.array(), i, salt).isPresent()) {
                    return OptionalLong.of(at + i);
                }
            }
        }
        return OptionalLong.empty();
    }
}
