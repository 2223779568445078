package io.whorl.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Positional reads and writes that do not stop short. */
final class Channels {
    private Channels() {}

    static void writeFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += channel.write(bytes, to);
        }
    }

    static void readFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        for (long from = at; bytes.hasRemaining(); ) {
            int n = channel.read(bytes, from);
            if (n < 0) {
                throw new EOFException("the file ends at " + from + ", " + bytes.remaining() + " bytes early");
            }
            from += n;
        }
    }
}
