package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file mapped to be read. A mapping that is counted is released when the last user lets go of it: at once on Java 22
 * and later; before that it may not be read any more, and its memory goes when it is collected. One that is not counted
 * lasts as long as anything refers to its bytes. Thread-safe.
 */
final class FileMapping {
    /** Of no file. */
    static final FileMapping NONE =
            new FileMapping(new byte[0], 0, (from, length) -> ByteBuffer.allocate(0), Optional.empty(), false);

    /** {@link #collected} or {@link #counted}. */
    interface Mapper {
        FileMapping map(FileChannel channel, byte[] head, long size) throws IOException;
    }

    /** Gives bytes of the file, at most as many as one buffer can have. */
    private interface Memory {
        ByteBuffer piece(long from, long length) throws IOException;
    }

    private final byte[] head;
    private final long size;
    private final Memory memory;
    private final Optional<ReferenceCount> hold;
    private final boolean releasable;

    private FileMapping(byte[] head, long size, Memory memory, Optional<ReferenceCount> hold, boolean releasable) {
        this.head = head;
        this.size = size;
        this.memory = memory;
        this.hold = hold;
        this.releasable = releasable;
    }

    /**
     * @param head the file's first bytes, which hold checksums of the others
     * @param size of the file
     */
    static FileMapping collected(FileChannel channel, byte[] head, long size) throws IOException {
        return new FileMapping(head, size, plain(channel, size), Optional.empty(), false);
    }

    /** The same, counted, and held once by the caller. */
    static FileMapping counted(FileChannel channel, byte[] head, long size) throws IOException {
        if (SharedArena.isSupported()) {
            try {
                SharedArena arena = SharedArena.of(channel, size);
                return new FileMapping(head, size, arena::piece, Optional.of(new ReferenceCount(arena::close)), true);
            } catch (UnsupportedOperationException e) {
                // A channel of another file system provider may not know arenas.
            }
        }
        return new FileMapping(head, size, plain(channel, size), Optional.of(new ReferenceCount(() -> {})), false);
    }

    private static Memory plain(FileChannel channel, long size) throws IOException {
        if (size > Integer.MAX_VALUE) {
            return (from, length) -> channel.map(FileChannel.MapMode.READ_ONLY, from, length);
        }
        ByteBuffer whole = channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        return (from, length) -> whole.slice((int) from, (int) length);
    }

    /** A section of the file; while its channel is open. */
    MappedBytes bytes(long offset, long length, int partBits) throws IOException {
        long partSize = 1L << partBits;
        ByteBuffer[] parts = new ByteBuffer[(int) ((length + partSize - 1) / partSize)];
        for (int i = 0; i < parts.length; i++) {
            long from = i * partSize;
            parts[i] = memory.piece(offset + from, Math.min(partSize, length - from));
        }
        return new MappedBytes(parts, partBits, length);
    }

    /**
     * Whether the file at a path is this one, or one of equal bytes: as long, with the same checksums in its head.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    boolean isOf(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != size) {
                return false;
            }
            ByteBuffer found = ByteBuffer.allocate(head.length);
            Channels.readFully(channel, found, 0);
            return found.flip().equals(ByteBuffer.wrap(head));
        }
    }

    /** Whether letting go of it releases memory at once. */
    boolean isReleasable() {
        return releasable;
    }

    /**
     * Takes hold of it once more.
     *
     * @throws IllegalStateException if all its users have let go of it
     */
    void take() {
        if (hold.isPresent() && !hold.get().take()) {
            throw released();
        }
    }

    /** Lets go of it, once for each time it was taken. */
    void release() {
        hold.ifPresent(ReferenceCount::release);
    }

    /** @throws IllegalStateException if all its users have let go of it */
    void checkTaken() {
        if (hold.isPresent() && !hold.get().isTaken()) {
            throw released();
        }
    }

    private static IllegalStateException released() {
        return new IllegalStateException("the file's mapping is released: its last snapshot or writer is closed");
    }
}
