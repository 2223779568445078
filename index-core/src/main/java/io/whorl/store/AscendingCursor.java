package io.whorl.store;

/** Iterates over all minutiae of a segment in unsigned ascending order. One thread at a time. */
public final class AscendingCursor {
    private final LineCursor main;
    private final OverflowEntries passedOn;
    private boolean mainLeft;
    private boolean passedOnLeft;
    private long minutia;
    private long payload;

    AscendingCursor(LineTable main, OverflowEntries passedOn) {
        this.main = new LineCursor(main);
        this.passedOn = passedOn;
        mainLeft = this.main.next();
        passedOnLeft = passedOn.next();
    }

    /** Moves to the next minutia; returns false at the end. */
    public boolean next() {
        if (mainLeft && !(passedOnLeft && Long.compareUnsigned(passedOn.minutia(), main.minutia()) < 0)) {
            minutia = main.minutia();
            payload = main.payload();
            mainLeft = main.next();
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
