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

    /** Minutiae between two visits to the overflow table: few visits, so that their cache misses overlap, too. */
    private static final int BLOCK = 2 * LineTable.GROUP;

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
        private final LineTable.Scratch lines = new LineTable.Scratch();
        private final int[] elsewhere = new int[BLOCK];
        private final long[] rotated = new long[BLOCK];
        private final long[] found = new long[BLOCK];
        private final int[] left = new int[BLOCK];
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, preferably in ascending order. Writes their payloads, or
     * {@link #ABSENT}, to the same indexes of {@code payloads}.
     */
    public void findAll(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        for (int at = from; at < to; at += BLOCK) {
            int end = Math.min(BLOCK, to - at) + at;
            int count = main.findAll(minutiae, at, end, payloads, scratch.elsewhere, scratch.lines);
            findElsewhere(minutiae, payloads, count, scratch);
        }
    }

    /** Looks up {@code minutiae[i]} for the first {@code count} indexes {@code i} in {@code scratch.elsewhere}. */
    private void findElsewhere(long[] minutiae, long[] payloads, int count, Scratch scratch) {
        int[] elsewhere = scratch.elsewhere;
        long[] rotated = scratch.rotated;
        long[] found = scratch.found;
        for (int i = 0; i < count; i++) {
            rotated[i] = Rotation.rotate(minutiae[elsewhere[i]], bits);
        }
        int left = overflow.findAll(rotated, 0, count, found, scratch.left, scratch.lines);
        for (int i = 0; i < left; i++) {
            found[scratch.left[i]] = spilled.find(rotated[scratch.left[i]]);
        }
        for (int i = 0; i < count; i++) {
            payloads[elsewhere[i]] = found[i];
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
