package io.whorl.store;

/**
 * The mapped hash table of a sealed segment: minutia to payload, read in place. A payload below the number of documents
 * is the ordinal of the one document that holds the minutia; else it is that number plus the place of a list in
 * {@link DocumentLists}. Immutable and thread-safe.
 *
 * <p>A look-up costs one cache miss. A fingerprint is best looked up whole ({@link #findAll}): then the misses overlap.
 */
public final class MinutiaTable {
    /** What a look-up of a minutia that no document holds gives. */
    public static final long ABSENT = LineTable.ABSENT;

    /** Lines asked for ahead of their use: enough to keep every miss buffer busy, few enough to stay in L1. */
    private static final int AHEAD = 192;

    private final LineTable main;
    private final LineTable overflow;
    private final SpilledEntries spilled;
    private final int bits;

    /** @param overflow and {@code spilled} hold rotated minutiae ({@link Rotation}) */
    MinutiaTable(LineTable main, LineTable overflow, SpilledEntries spilled) {
        this.main = main;
        this.overflow = overflow;
        this.spilled = spilled;
        bits = main.shape().bits();
    }

    /** The payload of one minutia, or {@link #ABSENT}. Allocates nothing. */
    public long find(long minutia) {
        long payload = main.find(minutia);
        return payload == LineTable.ELSEWHERE ? findElsewhere(minutia) : payload;
    }

    private long findElsewhere(long minutia) {
        long rotated = Rotation.rotate(minutia, bits);
        long payload = overflow.find(rotated);
        return payload == LineTable.ELSEWHERE ? spilled.find(rotated) : payload;
    }

    /** Buffers of {@link #findAll}, so that it allocates nothing; one thread at a time. */
    public static final class Scratch {
        private final long[] address = new long[AHEAD];
        private final int[] elsewhere = new int[AHEAD];
        private final long[] rotated = new long[AHEAD];
        private final long[] found = new long[AHEAD];
        /** Takes the sum of the lines touched ahead, so that the compiler cannot leave the touching out. */
        private long touched;
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, best in ascending order, and puts their payloads or {@link #ABSENT} at
     * the same places of {@code payloads}.
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
     * Every minutia and its payload, all in ascending order; a little slower than {@link #cursor}.
     *
     * @param memory bytes that it may use for sorting what the main table had no room for; with less it reads that part
     *     of the file more often
     */
    public AscendingCursor ascending(long memory) {
        return new AscendingCursor(main, new OverflowEntries(overflow, spilled, memory));
    }

    /** Every minutia and its payload; {@link MinutiaCursor} says in what order. */
    public MinutiaCursor cursor() {
        return new MinutiaCursor(main, overflow, spilled);
    }
}
