package io.whorl.store;

/**
 * Walks every minutia of a segment in unsigned ascending order, front to back, for checking, merging and pairs: three
 * sorted runs merged. One thread at a time.
 */
public final class MinutiaCursor {
    private final LineCursor main;
    private final LineCursor overflow;
    private final SpilledEntries spilled;
    private boolean mainLeft;
    private boolean overflowLeft;
    private long spilledAt;
    private long minutia;
    private long payload;

    MinutiaCursor(LineTable main, LineTable overflow, SpilledEntries spilled) {
        this.main = new LineCursor(main);
        this.overflow = new LineCursor(overflow);
        this.spilled = spilled;
        mainLeft = this.main.next();
        overflowLeft = this.overflow.next();
    }

    /** Moves to the next minutia; false at the end. */
    public boolean next() {
        boolean any = false;
        int from = 0;
        if (mainLeft) {
            any = true;
            minutia = main.minutia();
        }
        if (overflowLeft && (!any || Long.compareUnsigned(overflow.minutia(), minutia) < 0)) {
            any = true;
            from = 1;
            minutia = overflow.minutia();
        }
        if (spilledAt < spilled.count()
                && (!any || Long.compareUnsigned(spilled.minutia(spilledAt), minutia) < 0)) {
            any = true;
            from = 2;
            minutia = spilled.minutia(spilledAt);
        }
        if (!any) {
            return false;
        }
        switch (from) {
            case 0 -> {
                payload = main.payload();
                mainLeft = main.next();
            }
            case 1 -> {
                payload = overflow.payload();
                overflowLeft = overflow.next();
            }
            default -> payload = spilled.payload(spilledAt++);
        }
        return true;
    }

    public long minutia() {
        return minutia;
    }

    /** See {@link MinutiaTable}. */
    public long payload() {
        return payload;
    }
}
