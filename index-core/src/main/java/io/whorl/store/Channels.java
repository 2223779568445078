package io.whorl.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Positional reads and writes. A single call of a channel may transfer fewer bytes than requested; these loop. */
public final class Channels {
    private Channels() {}

    /** Writes all remaining bytes of a buffer. */
    public static void writeFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += channel.write(bytes, to);
        }
    }

    /**
     * Fills a buffer.
     *
     * @throws EOFException if the file ends before the buffer is full
     */
    public static void readFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        readUpTo(channel, bytes, at);
        if (bytes.hasRemaining()) {
            throw new EOFException("the file ends " + bytes.remaining() + " bytes before the end of a read at " + at);
        }
    }

    /** Reads until a buffer is full or the file ends. */
    public static void readUpTo(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long from = at;
        for (int n = 0; n >= 0 && bytes.hasRemaining(); from += n) {
            n = channel.read(bytes, from);
        }
    }
}
