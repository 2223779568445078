package io.whorl.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file on a simulated disk with limited space, whose force and truncate can fail. */
final class FailingChannel extends FileChannel {
    final FileChannel file;
    /** The bytes that can still be written. */
    long room = Long.MAX_VALUE;

    boolean failForce;
    boolean failTruncate;
    int forces;

    FailingChannel(FileChannel file) {
        this.file = file;
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        if (room == 0 && from.hasRemaining()) {
            throw new IOException("No space left on device");
        }
        // A disk that fills up writes what fits and fails at the next write.
        int n = (int) Math.min(room, from.remaining());
        int written = file.write(from.slice().limit(n), position);
        from.position(from.position() + written);
        room -= written;
        return written;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        if (failTruncate) {
            throw new IOException("Input/output error of truncate");
        }
        file.truncate(size);
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        forces++;
        if (failForce) {
            throw new IOException("Input/output error of force");
        }
        file.force(metaData);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
        return file.read(to, position);
    }

    @Override
    public int read(ByteBuffer to) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public int write(ByteBuffer from) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public FileChannel position(long position) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException("the log uses positional writes, truncate and force only");
    }
}
