package io.whorl.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** A real channel that reports its writes and forces to the disk. */
final class CrashChannel extends FileChannel {
    private static final int TRANSFERRED = 1 << 16;

    private final CrashDisk disk;
    private final FileChannel real;
    private final Node node;
    private final Path path;
    private final boolean append;

    CrashChannel(CrashDisk disk, FileChannel real, Node node, Path path, boolean append) {
        this.disk = disk;
        this.real = real;
        this.node = node;
        this.path = path;
        this.append = append;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        disk.writing(path);
        synchronized (disk) {
            long at = append ? real.size() : real.position();
            return write(source, at, real::write);
        }
    }

    @Override
    public int write(ByteBuffer source, long at) throws IOException {
        disk.writing(path);
        synchronized (disk) {
            return write(source, append ? real.size() : at, b -> real.write(b, at));
        }
    }

    private interface Writing {
        int write(ByteBuffer source) throws IOException;
    }

    private int write(ByteBuffer source, long at, Writing writing) throws IOException {
        if (!disk.faults.strikes(Operation.WRITE)) {
            return record(source, at, writing);
        }
        if (disk.faults.half()) {
            ByteBuffer half = source.slice(source.position(), source.remaining() / 2);
            record(half, at, writing);
            source.position(source.position() + half.position());
        }
        throw disk.faults.failure();
    }

    private int record(ByteBuffer source, long at, Writing writing) throws IOException {
        ByteBuffer copy = source.duplicate();
        int n = writing.write(source);
        byte[] bytes = new byte[n];
        copy.get(bytes);
        disk.written((FileNode) node, at, bytes);
        return n;
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(sources[i]);
        }
        return written;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        synchronized (disk) {
            disk.faults.check(Operation.TRUNCATE);
            real.truncate(size);
            disk.truncated((FileNode) node, size);
        }
        return this;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        // Fails if the channel is closed, possibly by an interrupt.
        real.position();
        disk.force(node, path);
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, TRANSFERRED));
        if (source.read(buffer) < 0) {
            return 0;
        }
        buffer.flip();
        long at = position;
        while (buffer.hasRemaining()) {
            at += write(buffer, at);
        }
        return at - position;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        if (mode != MapMode.READ_ONLY) {
            throw new UnsupportedOperationException("writes to a mapping would go unseen");
        }
        return real.map(mode, position, size);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return real.read(target);
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return real.read(targets, offset, length);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
        return real.read(target, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
