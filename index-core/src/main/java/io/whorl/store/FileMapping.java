package io.whorl.store;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
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
    /** Provides a range of the file as a buffer. */
    interface Memory {
        ByteBuffer piece(long from, long length) throws IOException;
    }

    private final byte[] head;
    private final long size;
    private final Memory memory;
    private final Optional<ReferenceCount> references;

    private FileMapping(byte[] head, long size, Memory memory, Optional<ReferenceCount> references) {
        this.head = head;
        this.size = size;
        this.memory = memory;
        this.references = references;
    }

    /**
     * Maps a file.
     *
     * @param head the first bytes of the file, which contain checksums of the rest
     * @param size size of the file
     * @param counted whether references are counted; the caller has the first one
     */
    static FileMapping of(FileChannel channel, byte[] head, long size, boolean counted) throws IOException {
        if (counted && SharedArena.API.isPresent()) {
            try {
                return SharedArena.API.get().mapping(channel, head, size);
            } catch (UnsupportedOperationException e) {
                // Channels of other file system providers may not support arenas.
            }
        }
        Optional<ReferenceCount> references = counted ? Optional.of(new ReferenceCount(() -> {})) : Optional.empty();
        return new FileMapping(head, size, plain(channel, size), references);
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
        return new MappedBytes(parts(offset, length, partBits), partBits, length);
    }

    ByteBuffer[] parts(long offset, long length, int partBits) throws IOException {
        return parts(length, partBits, (from, n) -> memory.piece(offset + from, n));
    }

    /** Divides a range into parts, as {@link MappedBytes} reads them. */
    static ByteBuffer[] parts(long length, int partBits, Memory memory) throws IOException {
        long partSize = 1L << partBits;
        ByteBuffer[] parts = new ByteBuffer[Math.toIntExact((length + partSize - 1) >>> partBits)];
        for (int i = 0; i < parts.length; i++) {
            long from = i * partSize;
            parts[i] = memory.piece(from, Math.min(partSize, length - from));
        }
        return parts;
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

    /**
     * A mapping that can be released at any time, through {@code java.lang.foreign.Arena} of Java 22 and later. A
     * thread that reads it afterwards gets an {@link IllegalStateException}; the JVM does not crash. The API is looked
     * up by reflection, because the library is compiled for Java 17.
     */
    private record SharedArena(
            MethodHandle ofShared,
            MethodHandle map,
            MethodHandle asSlice,
            MethodHandle asByteBuffer,
            MethodHandle close) {
        private static final int FIRST_RELEASE = 22;
        /** Empty if this Java cannot release mappings. */
        static final Optional<SharedArena> API = find();

        private static Optional<SharedArena> find() {
            if (Runtime.version().feature() < FIRST_RELEASE) {
                return Optional.empty();
            }
            try {
                Class<?> arena = Class.forName("java.lang.foreign.Arena");
                Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                SharedArena found = new SharedArena(
                        lookup.findStatic(arena, "ofShared", MethodType.methodType(arena)),
                        lookup.findVirtual(
                                FileChannel.class,
                                "map",
                                MethodType.methodType(
                                        segment, FileChannel.MapMode.class, long.class, long.class, arena)),
                        lookup.findVirtual(segment, "asSlice", MethodType.methodType(segment, long.class, long.class)),
                        lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class)),
                        lookup.findVirtual(arena, "close", MethodType.methodType(void.class)));
                call(found.close, call(found.ofShared));
                return Optional.of(found);
            } catch (Throwable e) {
                // This runtime, for example a native image, has no shared arenas. Mappings are released when they are
                // garbage-collected.
                return Optional.empty();
            }
        }

        /** Maps a whole file of any size for reading. */
        FileMapping mapping(FileChannel channel, byte[] head, long size) throws IOException {
            Object arena = call(ofShared);
            try {
                Object memory = call(map, channel, FileChannel.MapMode.READ_ONLY, 0L, size, arena);
                Memory pieces = (from, length) -> (ByteBuffer) call(asByteBuffer, call(asSlice, memory, from, length));
                return new FileMapping(head, size, pieces, Optional.of(new ReferenceCount(() -> close(arena))));
            } catch (IOException | RuntimeException | Error e) {
                call(close, arena);
                throw e;
            }
        }

        private void close(Object arena) {
            try {
                call(close, arena);
            } catch (IOException e) {
                throw new AssertionError("closing an arena cannot cause an IOException", e);
            } catch (IllegalStateException e) {
                // A native method is reading the memory. It stays mapped, which costs memory but breaks nothing.
            }
        }

        private static Object call(MethodHandle method, Object... arguments) throws IOException {
            try {
                return method.invokeWithArguments(arguments);
            } catch (IOException | RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError("java.lang.foreign threw an undeclared exception", e);
            }
        }
    }
}
