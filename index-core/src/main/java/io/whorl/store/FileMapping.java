package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A read-only mapping of a file. A counted mapping is released with its last reference: at once on Java 22 and later;
 * on earlier releases it becomes unreadable, and its memory is freed when it is garbage-collected. A mapping that is
 * not counted lasts as long as its bytes are reachable. Thread-safe.
 */
final class FileMapping {
    /** {@link #collected} or {@link #counted}. */
    interface Mapper {
        FileMapping map(FileChannel channel, byte[] head, long size) throws IOException;
    }

    /** Provides a range of the file as a buffer. */
    private interface Memory {
        ByteBuffer piece(long from, long length) throws IOException;
    }

    private final byte[] head;
    private final long size;
    private final Memory memory;
    private final Optional<ReferenceCount> references;
    private final boolean releasable;

    private FileMapping(
            byte[] head, long size, Memory memory, Optional<ReferenceCount> references, boolean releasable) {
        this.head = head;
        this.size = size;
        this.memory = memory;
        this.references = references;
        this.releasable = releasable;
    }

    /**
     * Maps a file without counting references.
     *
     * @param head the first bytes of the file, which contain checksums of the rest
     * @param size size of the file
     */
    static FileMapping collected(FileChannel channel, byte[] head, long size) throws IOException {
        return new FileMapping(head, size, plain(channel, size), Optional.empty(), false);
    }

    /** Maps a file and counts references. The caller has the first reference. */
    static FileMapping counted(FileChannel channel, byte[] head, long size) throws IOException {
        if (SharedArena.isSupported()) {
            try {
                SharedArena arena = SharedArena.of(channel, size);
                return new FileMapping(head, size, arena::piece, Optional.of(new ReferenceCount(arena::close)), true);
            } catch (UnsupportedOperationException e) {
                // Channels of other file system providers may not support arenas.
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

    /** A section of the file. The channel must still be open. */
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
     * True if the file at a path has the same length and the same head, which contains the checksums of all sections.
     *
     * @throws java.nio.file.NoSuchFileException if the file does not exist
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

    /** True if releasing the last reference frees the memory at once. */
    boolean isReleasable() {
        return releasable;
    }

    /**
     * Adds a reference.
     *
     * @throws IllegalStateException if the last reference was released
     */
    void retain() {
        if (references.isPresent() && !references.get().retain()) {
            throw released();
        }
    }

    /** Releases a reference. */
    void release() {
        references.ifPresent(ReferenceCount::release);
    }

    /**
     * Checks that the mapping is still referenced.
     *
     * @throws IllegalStateException if the last reference was released
     */
    void checkRetained() {
        if (references.isPresent() && references.get().isReleased()) {
            throw released();
        }
    }

    private static IllegalStateException released() {
        return new IllegalStateException(
                "the mapping of the file is released: its last snapshot or writer is closed; open a new snapshot");
    }
}
