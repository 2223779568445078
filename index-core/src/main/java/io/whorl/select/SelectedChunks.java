package io.whorl.select;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/**
 * The chunks selected from one document: their minutiae, and their places among its chunks where these are asked for. A
 * minutia selected twice stands here twice. Reused; not thread-safe.
 */
public final class SelectedChunks {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final int most;
    private long[] minutiae = new long[1 << 10];
    private long[] chunks;
    private int count;

    /** @param keepPlaces whether the places of the chunks are kept too */
    public SelectedChunks(boolean keepPlaces) {
        this(keepPlaces, MOST);
    }

    /** @param most chunks that it takes, at least 1,024, so that tests reach the limit */
    SelectedChunks(boolean keepPlaces, int most) {
        this.most = most;
        chunks = keepPlaces ? new long[1 << 10] : null;
    }

    /** Selects the chunk at this place (from 0) with this minutia. */
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

    /** Selects a run of chunks, the first of them at place {@code firstChunk}. */
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

    private void grow(long least) {
        LimitExceededException.require("chunks selected from one document", least, most, "split the document");
        int size = (int) Math.min(most, Math.max(least, minutiae.length * 2L));
        minutiae = Arrays.copyOf(minutiae, size);
        if (chunks != null) {
            chunks = Arrays.copyOf(chunks, size);
        }
    }
}
