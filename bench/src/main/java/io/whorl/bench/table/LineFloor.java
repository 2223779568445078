package io.whorl.bench.table;

import io.whorl.hash.SplitMix64;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/**
 * The lowest possible cost of a look-up: one read of one random 64-byte line of a mapped file, independent of earlier
 * reads. {@link #read} computes each position when it needs it, as a look-up must. {@link #readKnown} takes positions
 * that were drawn in advance, which lets the processor run further ahead than any look-up can. Not thread-safe.
 */
public final class LineFloor {
    private static final int LINE = 64;

    private final ByteBuffer mapping;
    private final int lines;
    private final int[] positions;
    private long state;

    private LineFloor(ByteBuffer mapping, int positions, long seed) {
        this.mapping = mapping;
        lines = Math.max(1, mapping.limit() / LINE);
        this.positions = new SplittableRandom(seed)
                .ints(positions, 0, lines)
                .map(line -> line * LINE)
                .toArray();
        state = seed;
    }

    /**
     * Maps a file, which must be at most 2 GiB.
     *
     * @param positions the number of positions to draw in advance
     */
    public static LineFloor of(Path file, int positions, long seed) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            // The mapping stays valid after the channel is closed, until it is garbage-collected.
            ByteBuffer mapping = channel.map(MapMode.READ_ONLY, 0, channel.size());
            return new LineFloor(mapping.order(ByteOrder.LITTLE_ENDIAN), positions, seed);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map " + file, e);
        }
    }

    /** Reads the first eight bytes of each of {@code n} lines drawn by SplitMix64. */
    public long read(int n) {
        long sum = 0;
        long s = state;
        for (int i = 0; i < n; i++) {
            s += 0x9E3779B97F4A7C15L;
            sum += mapping.getLong((int) ((SplitMix64.mix(s) >>> 32) * lines >>> 32) * LINE);
        }
        state = s;
        return sum;
    }

    /** Reads the first eight bytes of the lines at positions {@code from .. to - 1} of those drawn in advance. */
    public long readKnown(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += mapping.getLong(positions[i]);
        }
        return sum;
    }
}
