package io.whorl.store;

/**
 * The memory-mapped hash table of a sealed segment: minutia to payload, read in place. A payload less than the number
 * of documents is the ordinal of the only document that holds the minutia. Any other payload is that number plus the
 * place of a list in {@link DocumentLists}. Immutable and thread-safe.
 *
 * <p>A look-up costs one cache miss. Look up a whole fingerprint with {@link #findAll}: the misses then overlap.
 */
public final class MinutiaTable {
    /** The payload of a minutia that no document holds. */
    public static final long ABSENT = LineTable.ABSENT;

    /**
     * Number of lines to touch before the first is used: enough to keep all miss buffers busy, and few enough to stay
     * in the L1 cache.
     */
    private static final int AHEAD = 192;

    private final LineTable main;
    private final LineTable overflow;
    private final SpilledEntries spilled;
    private final int bits;

    /**
     * @param overflow table of rotated minutiae ({@link Rotation})
     * @param spilled rotated minutiae, too
     */
    MinutiaTable(LineTable main, LineTable overflow, SpilledEntries spilled) {
        this.main = main;
        this.overflow = overflow;
        this.spilled = spilled;
        bits = main.shape().bits();
    }

    /** The payload of a minutia, or {@link #ABSENT}. Allocates nothing. */
    public long find(long minutia) {
        long payload = main.find(minutia);
        return payload == LineTable.ELSEWHERE ? findElsewhere(minutia) : payload;
    }

    private long findElsewhere(long minutia) {
        long rotated = Rotation.rotate(minutia, bits);
        long payload = overflow.find(rotated);
        return payload == LineTable.ELSEWHERE ? spilled.find(rotated) : payload;
    }

    /** The buffers of {@link #findAll}, so that it allocates nothing. One thread at a time. */
    public static final class Scratch {
        private final long[] address = new long[AHEAD];
        private final int[] elsewhere = new int[AHEAD];
        private final long[] rotated = new long[AHEAD];
        private final long[] found = new long[AHEAD];
        /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
        private long touched;
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, preferably in ascending order. Writes their payloads, or
     * {@link #ABSENT}, to the same indexes of {@code payloads}.
     */
    public void findAll(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        for (int at = from; at < to; at += AHEAD) {
            findSome(minutiae, at, Math.min(AHEAD, to - at), payloads, scratch);
        }
    }

    private void findSome(long[] minutiae, int from, int n, long[] payloads, Scratch scratch) {
        scratch.touched += main.touchAll(minutiae, from, n, scratch.address);
        main.resolveAll(minutiae, from, n, scratch.address, payloads);
        int[] elsewhere = scratch.elsewhere;
        long[] rotated = scratch.rotated;
        int count = 0;
        for (int i = 0; i < n; i++) {
            elsewhere[count] = from + i;
            rotated[count] = Rotation.rotate(minutiae[from + i], bits);
            count += payloads[from + i] == LineTable.ELSEWHERE ? 1 : 0;
        }
        scratch.touched += overflow.touchAll(rotated, 0, count, scratch.address);
        overflow.resolveAll(rotated, 0, count, scratch.address, scratch.found);
        for (int i = 0; i < count; i++) {
            long payload = scratch.found[i];
            payloads[elsewhere[i]] = payload == LineTable.ELSEWHERE ? spilled.find(rotated[i]) : payload;
        }
    }

    /**
     * Iterates over all minutiae in ascending order; a little slower than {@link #cursor}.
     *
     * @param memory bytes for sorting the entries that are not in the main table; with less memory, that part of the
     *     file is read more often
     */
    public AscendingCursor ascending(long memory) {
        return new AscendingCursor(main, new OverflowEntries(overflow, spilled, memory));
    }

    /** Iterates over all minutiae in the order of {@link MinutiaCursor}. */
    public MinutiaCursor cursor() {
        return new MinutiaCursor(main, overflow, spilled);
    }
}
