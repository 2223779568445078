package io.whorl.cli.console;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Standard input of the process. An interrupt ends a read that waits for a pipe or a terminal, unlike one of
 * {@link System#in}, so Ctrl-C ends a command at once.
 */
final class StandardInput extends InputStream {
    private final FileChannel in = new FileInputStream(FileDescriptor.in).getChannel();

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        return in.read(ByteBuffer.wrap(bytes, from, length));
    }
}
