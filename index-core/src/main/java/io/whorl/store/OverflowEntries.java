package io.whorl.store;

/**
 * The entries that did not fit into the main table, in ascending order of the minutiae. If memory is too small for all
 * entries, the tables are read once for each range of leading bytes that fits. If even the entries of one leading byte
 * do not fit, they are read one by one, skipping all others. One thread at a time.
 */
final class OverflowEntries {
    private static final int LEADS = OverflowWindow.LEADS;

    private final OverflowWindow window;
    private final int bits;
    private final long room;
    private OverflowWindow.Cursor cursor;
    private int nextLead;

    /**
     * Iterates over all entries.
     *
     * @param bits W
     * @param memory bytes for entries
     */
    OverflowEntries(OverflowWindow window, int bits, long memory) {
        this.window = window;
        this.bits = bits;
        room = Math.min(memory / OverflowWindow.ENTRY, Integer.MAX_VALUE / 2);
        load();
    }

    /** Iterates over the entries of a cursor. */
    OverflowEntries(OverflowWindow window, int bits, OverflowWindow.Cursor cursor) {
        this.window = window;
        this.bits = bits;
        this.cursor = cursor;
        room = 0;
        nextLead = LEADS;
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        while (!cursor.next()) {
            if (nextLead == LEADS) {
                return false;
            }
            load();
        }
        return true;
    }

    private void load() {
        int from = nextLead;
        long total = 0;
        while (nextLead < LEADS && window.count(nextLead) <= room - total) {
            total += window.count(nextLead++);
        }
        if (from == nextLead) {
            nextLead++;
        } else {
            window.load(from, nextLead);
        }
        cursor = window.cursor(firstOf(from), firstOf(nextLead) - 1);
    }

    /** The first minutia with a leading byte; for the number of leading bytes, one more than the last minutia. */
    private long firstOf(int lead) {
        return (long) lead << bits - Rotation.BITS;
    }

    long minutia() {
        return cursor.minutia();
    }

    long payload() {
        return cursor.payload();
    }
}
