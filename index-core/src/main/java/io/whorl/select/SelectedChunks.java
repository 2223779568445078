package io.whorl.select;

import java.util.Arrays;

/**
 * The chunks selected from one document: their minutiae, and their places among its chunks where these are asked for.
 * A minutia selected twice stands here twice. Reused; not thread-safe.
 */
public final class SelectedChunks {
    private long[] minutiae = new long[1 << 10];
    private long[] chunks;
    private int count;

    /** @param keepPlaces whether the places of the chunks are kept too */
    public SelectedChunks(boolean keepPlaces) {
        chunks = keepPlaces ? new long[1 << 10] : null;
    }

    /** Selects the chunk at this place (from 0) with this minutia. */
    public void add(long minutia, long chunk) {
        if (count == minutiae.length) {
            grow(count + 1);
        }
        minutiae[count] = minutia;
        if (chunks != null) {
            chunks[count] = chunk;
        }
        count++;
    }

    /** Selects a run of chunks, the first of them at place {@code firstChunk}. */
    public void addAll(long[] source, int from, int to, long firstChunk) {
        int n = to - from;
        // addExact: more chunks than an array holds are refused, never cut.
        int size = Math.addExact(count, n);
        if (size > minutiae.length) {
            grow(size);
        }
        System.arraycopy(source, from, minutiae, count, n);
        if (chunks != null) {
            for (int i = 0; i < n; i++) {
                chunks[count + i] = firstChunk + i;
            }
        }
        count = size;
    }

    public void clear() {
        count = 0;
    }

    public int size() {
        return count;
    }

    public long minutia(int i) {
        return minutiae[i];
    }

    /** The place of the i-th selected chunk, from 0; only where places are kept. */
    public long chunk(int i) {
        return chunks[i];
    }

    /** The minutiae as selected; only the first {@link #size()} count, and only until the next change. */
    public long[] array() {
        return minutiae;
    }

    private void grow(int least) {
        int size = Math.max(least, minutiae.length * 2);
        minutiae = Arrays.copyOf(minutiae, size);
        if (chunks != null) {
            chunks = Arrays.copyOf(chunks, size);
        }
    }
}
