package io.whorl.store;

/**
 * Iterates over the minutiae of a segment, all or those of a range, in unsigned ascending order. One thread at a time.
 */
public final class AscendingCursor {
    private final LineCursor main;
    private final OverflowEntries passedOn;
    private final long last;
    private boolean mainLeft;
    private boolean passedOnLeft;
    private long minutia;
    private long payload;

    /**
     * @param main the lines of the range
     * @param first the least minutia of the range
     * @param last the greatest one
     */
    AscendingCursor(LineCursor main, OverflowEntries passedOn, long first, long last) {
        this.main = main;
        this.passedOn = passedOn;
        this.last = last;
        do {
            mainLeft = nextOfMain();
        } while (mainLeft && Long.compareUnsigned(main.minutia(), first) < 0);
        passedOnLeft = passedOn.next();
    }

    /** Moves to the next minutia; returns false at the end. */
    public boolean next() {
        if (mainLeft && !(passedOnLeft && Long.compareUnsigned(passedOn.minutia(), main.minutia()) < 0)) {
            minutia = main.minutia();
            payload = main.payload();
            mainLeft = nextOfMain();
            return true;
        }
        if (!passedOnLeft) {
            return false;
        }
        minutia = passedOn.minutia();
        payload = passedOn.payload();
        passedOnLeft = passedOn.next();
        return true;
    }

    private boolean nextOfMain() {
        return main.next() && Long.compareUnsigned(main.minutia(), last) <= 0;
    }

    /** The exception for a table whose minutiae contradict one another. */
    public RuntimeException damaged(String reason) {
        return main.table().bytes().damaged(0, reason);
    }

    public long minutia() {
        return minutia;
    }

    /** The payload of the minutia; see {@link MinutiaTable}. */
    public long payload() {
        return payload;
    }
}
