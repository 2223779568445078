package io.whorl.bench.live;

/** Chunks of {@code int[]}. */
final class HeapArena implements Arena {
    private static final int CHUNK_BITS = 14;
    private static final int MASK = (1 << CHUNK_BITS) - 1;

    private final int[][] chunks;
    private int entries;

    HeapArena(int most) {
        chunks = new int[(most >>> CHUNK_BITS) + 1][];
    }

    @Override
    public int add(int document, int frequency, int next) {
        int chunk = entries >>> CHUNK_BITS;
        if (chunks[chunk] == null) {
            chunks[chunk] = new int[3 << CHUNK_BITS];
        }
        int at = 3 * (entries & MASK);
        chunks[chunk][at] = document;
        chunks[chunk][at + 1] = frequency;
        chunks[chunk][at + 2] = next;
        return entries++;
    }

    @Override
    public int document(int entry) {
        return chunks[entry >>> CHUNK_BITS][3 * (entry & MASK)];
    }

    @Override
    public int frequency(int entry) {
        return chunks[entry >>> CHUNK_BITS][3 * (entry & MASK) + 1];
    }

    @Override
    public int next(int entry) {
        return chunks[entry >>> CHUNK_BITS][3 * (entry & MASK) + 2];
    }
}
