package io.whorl.store;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * A mapping that can be released at any time, through {@code java.lang.foreign.Arena} of Java 22 and later. A thread
 * that reads it afterwards gets an {@link IllegalStateException}; the JVM does not crash. The API is looked up by
 * reflection, because the library is compiled for Java 17.
 */
final class SharedArena {
    private static final int FIRST_RELEASE = 22;
    private static final Optional<Methods> METHODS = find();

    /** Method handles whose static types exist in Java 17. */
    private record Methods(
            MethodHandle ofShared,
            MethodHandle map,
            MethodHandle asSlice,
            MethodHandle asByteBuffer,
            MethodHandle close) {}

    private final Methods methods;
    private final Object arena;
    private final Object memory;

    private SharedArena(Methods methods, Object arena, Object memory) {
        this.methods = methods;
        this.arena = arena;
        this.memory = memory;
    }

    private static Optional<Methods> find() {
        if (Runtime.version().feature() < FIRST_RELEASE) {
            return Optional.empty();
        }
        try {
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Methods found = new Methods(
                    lookup.findStatic(arena, "ofShared", MethodType.methodType(arena)),
                    lookup.findVirtual(
                            FileChannel.class,
                            "map",
                            MethodType.methodType(segment, FileChannel.MapMode.class, long.class, long.class, arena)),
                    lookup.findVirtual(segment, "asSlice", MethodType.methodType(segment, long.class, long.class)),
                    lookup.findVirtual(segment, "asByteBuffer", MethodType.methodType(ByteBuffer.class)),
                    lookup.findVirtual(arena, "close", MethodType.methodType(void.class)));
            Object tried = found.ofShared.invoke();
            found.close.invoke(tried);
            return Optional.of(found);
        } catch (Throwable e) {
            // This runtime, for example a native image, has no shared arenas. Mappings are released when they are
            // garbage-collected.
            return Optional.empty();
        }
    }

    /** True if this Java release can release mappings. */
    static boolean isSupported() {
        return METHODS.isPresent();
    }

    /** Maps a whole file of any size for reading. Call it only if supported. */
    static SharedArena of(FileChannel channel, long size) throws IOException {
        Methods methods = METHODS.orElseThrow();
        Object arena = call(() -> methods.ofShared.invoke());
        try {
            Object memory = call(() -> methods.map.invoke(channel, FileChannel.MapMode.READ_ONLY, 0L, size, arena));
            return new SharedArena(methods, arena, memory);
        } catch (IOException | RuntimeException | Error e) {
            call(() -> methods.close.invoke(arena));
            throw e;
        }
    }

    /** A range of the mapping, at most as large as a buffer can be. */
    ByteBuffer piece(long from, long length) throws IOException {
        return (ByteBuffer) call(() -> methods.asByteBuffer.invoke(methods.asSlice.invoke(memory, from, length)));
    }

    /** Releases the mapping. */
    void close() {
        try {
            call(() -> methods.close.invoke(arena));
        } catch (IOException e) {
            throw new AssertionError("closing an arena cannot cause an IOException", e);
        } catch (IllegalStateException e) {
            // A native method is reading the memory. It stays mapped, which costs memory but breaks nothing.
        }
    }

    private interface Call {
        Object run() throws Throwable;
    }

    private static Object call(Call call) throws IOException {
        try {
            return call.run();
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("java.lang.foreign threw an undeclared exception", e);
        }
    }
}
