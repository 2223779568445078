package io.whorl.select;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/**
 * The chunks selected from one document: their minutiae and, if requested, their positions among the chunks of the
 * document. A minutia that is selected twice occurs twice. Reused; not thread-safe.
 */
public final class SelectedChunks {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private long[] minutiae = new long[1 << 10];
    private long[] chunks;
    private int count;

    /**
     * Creates an empty selection.
     *
     * @param keepPlaces whether the positions of the chunks are kept too
     */
    public SelectedChunks(boolean keepPlaces) {
        chunks = keepPlaces ? new long[1 << 10] : null;
    }

    /**
     * Selects a chunk.
     *
     * @param minutia the minutia of the chunk
     * @param chunk the position of the chunk in the document, from 0
     */
    public void add(long minutia, long chunk) {
        if (count == minutiae.length) {
            grow(count + 1L);
        }
        minutiae[count] = minutia;
        if (chunks != null) {
            chunks[count] = chunk;
        }
        count++;
    }

    /**
     * Selects consecutive chunks.
     *
     * @param source holds their minutiae at {@code source[from] .. source[to - 1]}
     * @param firstChunk the position of the first chunk in the document, from 0
     */
    public void addAll(long[] source, int from, int to, long firstChunk) {
        int n = to - from;
        if (n > minutiae.length - count) {
            grow((long) count + n);
        }
        int size = count + n;
        System.arraycopy(source, from, minutiae, count, n);
        if (chunks != null) {
            for (int i = 0; i < n; i++) {
                chunks[count + i] = firstChunk + i;
            }
        }
        count = size;
    }

    /** Removes all chunks. */
    public void clear() {
        count = 0;
    }

    /** The number of selected chunks. */
    public int size() {
        return count;
    }

    /** The minutia of the i-th selected chunk. */
    public long minutia(int i) {
        return minutiae[i];
    }

    /** The position of the i-th selected chunk in the document, from 0. Only if positions are kept. */
    public long chunk(int i) {
        return chunks[i];
    }

    /**
     * The minutiae in the order of selection. Only the first {@link #size()} elements are valid, until the next change.
     */
    public long[] array() {
        return minutiae;
    }

    private void grow(long least) {
        LimitExceededException.require("chunks selected from one document", least, MOST, "split the document");
        int size = (int) Math.min(MOST, Math.max(least, minutiae.length * 3L / 2));
        minutiae = Arrays.copyOf(minutiae, size);
        if (chunks != null) {
            chunks = Arrays.copyOf(chunks, size);
        }
    }
}
