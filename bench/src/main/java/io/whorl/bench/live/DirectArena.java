package io.whorl.bench.live;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;

/** Chunks of direct buffers: nothing for the collector to look at. */
final class DirectArena implements Arena {
    private static final int CHUNK_BITS = 14;
    private static final int MASK = (1 << CHUNK_BITS) - 1;

    private final IntBuffer[] chunks;
    private int entries;

    DirectArena(int most) {
        chunks = new IntBuffer[(most >>> CHUNK_BITS) + 1];
    }

    @Override
    public int add(int document, int frequency, int next) {
        int chunk = entries >>> CHUNK_BITS;
        if (chunks[chunk] == null) {
            chunks[chunk] = ByteBuffer.allocateDirect(3 * Integer.BYTES << CHUNK_BITS)
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer();
        }
        int at = 3 * (entries & MASK);
        chunks[chunk].put(at, document).put(at + 1, frequency).put(at + 2, next);
        return entries++;
    }

    @Override
    public int document(int entry) {
        return chunks[entry >>> CHUNK_BITS].get(3 * (entry & MASK));
    }

    @Override
    public int frequency(int entry) {
        return chunks[entry >>> CHUNK_BITS].get(3 * (entry & MASK) + 1);
    }

    @Override
    public int next(int entry) {
        return chunks[entry >>> CHUNK_BITS].get(3 * (entry & MASK) + 2);
    }
}
