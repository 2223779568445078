package io.whorl.store;

/**
 * Iterates over the minutiae of a segment, all or a part, in file order: those of the main table in unsigned ascending
 * order, then those of the overflow table, then the spilled ones, the last two in the order of their rotated values.
 * One thread at a time.
 */
public final class MinutiaCursor {
    private final LineCursor main;
    private final LineCursor overflow;
    private final SpilledEntries spilled;
    private final int bits;
    private boolean mainLeft = true;
    private boolean overflowLeft = true;
    private long spilledAt;
    private long minutia;
    private long payload;

    /** @param spilledAt the first of the spilled entries */
    MinutiaCursor(LineCursor main, LineCursor overflow, SpilledEntries spilled, long spilledAt) {
        this.main = main;
        this.overflow = overflow;
        this.spilled = spilled;
        this.spilledAt = spilledAt;
        bits = main.table().shape().bits();
    }

    /** Moves to the next minutia; returns false at the end. */
    public boolean next() {
        mainLeft = mainLeft && main.next();
        if (mainLeft) {
            minutia = main.minutia();
            payload = main.payload();
            return true;
        }
        overflowLeft = overflowLeft && overflow.next();
        if (overflowLeft) {
            minutia = Rotation.unrotate(overflow.minutia(), bits);
            payload = overflow.payload();
            return true;
        }
        if (spilledAt < spilled.count()) {
            minutia = Rotation.unrotate(spilled.minutia(spilledAt), bits);
            payload = spilled.payload(spilledAt++);
            return true;
        }
        return false;
    }

    public long minutia() {
        return minutia;
    }

    /** The payload of the minutia; see {@link MinutiaTable}. */
    public long payload() {
        return payload;
    }
}
