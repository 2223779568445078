package io.whorl.store;

import io.whorl.store.LineTable.LineCursor;

/**
 * Iterates over the minutiae of a segment, all or those of a range, in unsigned ascending order. One thread at a time.
 */
public final class MinutiaCursor {
    private final LineCursor lines;
    private final OverflowTable.Cursor overflow;
    private final long last;
    private boolean linesLeft;
    private boolean overflowLeft;
    private long minutia;
    private long payload;

    /**
     * @param lines the lines of the range
     * @param overflow from the bucket of the least minutia on
     * @param first the least minutia of the range
     * @param last the greatest one
     */
    MinutiaCursor(LineCursor lines, OverflowTable.Cursor overflow, long first, long last) {
        this.lines = lines;
        this.overflow = overflow;
        this.last = last;
        do {
            linesLeft = nextOfLines();
        } while (linesLeft && Long.compareUnsigned(lines.minutia(), first) < 0);
        do {
            overflowLeft = nextOfOverflow();
        } while (overflowLeft && Long.compareUnsigned(overflow.minutia(), first) < 0);
    }

    /** Moves to the next minutia; returns false at the end. */
    public boolean next() {
        if (linesLeft && !(overflowLeft && Long.compareUnsigned(overflow.minutia(), lines.minutia()) < 0)) {
            minutia = lines.minutia();
            payload = lines.payload();
            linesLeft = nextOfLines();
            return true;
        }
        if (!overflowLeft) {
            return false;
        }
        minutia = overflow.minutia();
        payload = overflow.payload();
        overflowLeft = nextOfOverflow();
        return true;
    }

    private boolean nextOfLines() {
        return lines.next() && Long.compareUnsigned(lines.minutia(), last) <= 0;
    }

    private boolean nextOfOverflow() {
        return overflow.next() && Long.compareUnsigned(overflow.minutia(), last) <= 0;
    }

    /** The exception for a table whose minutiae contradict one another. */
    public RuntimeException damaged(String reason) {
        return lines.table().bytes().damaged(0, reason);
    }

    public long minutia() {
        return minutia;
    }

    /** The payload of the minutia; see {@link MinutiaTable}. */
    public long payload() {
        return payload;
    }
}
