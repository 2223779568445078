package io.whorl.bench.layout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of 64-byte lines: mapped whole, read-only, to be asked; or a little-endian buffer, to be filled. */
public final class LineFile {
    /** Bytes in a cache line. */
    public static final int LINE = 64;

    private LineFile() {}

    /** @throws IllegalArgumentException if the file is too large for one mapping */
    public static ByteBuffer map(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            lines(channel.size());
            // The mapping outlives the channel and goes when it is collected.
            return channel.map(MapMode.READ_ONLY, 0, channel.size()).order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be mapped", e);
        }
    }

    static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocate(lines(bytes) * LINE).order(ByteOrder.LITTLE_ENDIAN);
    }

    static void write(Path file, ByteBuffer filled) {
        try {
            Files.write(file, filled.array());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }

    /** Lines that hold so many bytes. */
    static int lines(long bytes) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE - LINE) {
            throw new IllegalArgumentException(
                    "bytes is " + bytes + "; a prototype's file must have from 1 to " + (Integer.MAX_VALUE - LINE));
        }
        return (int) ((bytes + LINE - 1) / LINE);
    }
}
