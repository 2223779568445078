package io.whorl.store;

/**
 * Iterates over the entries that did not fit into the main table, from the overflow table and the spilled entries, in
 * ascending order of the rotated minutiae.
 */
final class OverflowCursor {
    private final LineCursor overflow;
    private final SpilledEntries spilled;
    private boolean overflowLeft;
    private long spilledAt;
    private long minutia;
    private long payload;

    OverflowCursor(LineTable overflow, SpilledEntries spilled) {
        this.overflow = new LineCursor(overflow);
        this.spilled = spilled;
        overflowLeft = this.overflow.next();
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        boolean spilledLeft = spilledAt < spilled.count();
        if (overflowLeft
                && !(spilledLeft && Long.compareUnsigned(spilled.minutia(spilledAt), overflow.minutia()) < 0)) {
            minutia = overflow.minutia();
            payload = overflow.payload();
            overflowLeft = overflow.next();
            return true;
        }
        if (spilledLeft) {
            minutia = spilled.minutia(spilledAt);
            payload = spilled.payload(spilledAt++);
        }
        return spilledLeft;
    }

    /** The current minutia, rotated. */
    long minutia() {
        return minutia;
    }

    long payload() {
        return payload;
    }
}
