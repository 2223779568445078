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
        this(overflow, spilled, 0);
    }

    /** Begins at the first entry that is not less than a rotated minutia. */
    OverflowCursor(LineTable overflow, SpilledEntries spilled, long from) {
        long first = overflow.shape().lineOf(from);
        this.overflow = new LineCursor(overflow, first, overflow.shape().lines());
        this.spilled = spilled;
        spilledAt = from == 0 ? 0 : spilled.lowerBound(from);
        do {
            overflowLeft = this.overflow.next();
        } while (overflowLeft && Long.compareUnsigned(this.overflow.minutia(), from) < 0);
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
