package io.whorl.store;

/**
 * The entries that did not fit into the main table, in ascending order of the minutiae. The file has them in rotated
 * order ({@link Rotation}). The entries with the same leading byte are in ascending order there, so distributing the
 * entries by leading byte sorts them. If memory is too small for all entries, the tables are read once for each range
 * of leading bytes that fits. If even the entries of one leading byte do not fit, they are read one by one, skipping
 * all others. One thread at a time.
 */
final class OverflowEntries {
    private static final int ENTRY = 16;
    private static final int LEADS = Rotation.RUNS;

    private final LineTable overflow;
    private final SpilledEntries spilled;
    private final int bits;
    private final int room;
    private final long[] count = new long[LEADS];
    private int nextLead;
    private long[] minutiae = {};
    private long[] payloads = {};
    private int held;
    private int at;
    /** Reads the entries of a single leading byte, while {@link #left} is not 0. */
    private OverflowCursor alone;

    private long left;
    private long minutia;
    private long payload;

    /** @param memory bytes for entries */
    OverflowEntries(LineTable overflow, SpilledEntries spilled, long memory) {
        this.overflow = overflow;
        this.spilled = spilled;
        bits = overflow.shape().bits();
        room = (int) Math.min(memory / ENTRY, Integer.MAX_VALUE / 2);
        for (OverflowCursor in = new OverflowCursor(overflow, spilled); in.next(); ) {
            count[lead(in.minutia())]++;
        }
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        while (left == 0 && at == held) {
            if (nextLead == LEADS) {
                return false;
            }
            load();
        }
        if (left > 0) {
            do {
                if (!alone.next()) {
                    throw overflow.bytes().damaged(0, "the overflow table has fewer entries than before");
                }
            } while (lead(alone.minutia()) != nextLead - 1);
            left--;
            minutia = Rotation.unrotate(alone.minutia(), bits);
            payload = alone.payload();
            return true;
        }
        minutia = minutiae[at];
        payload = payloads[at++];
        return true;
    }

    long minutia() {
        return minutia;
    }

    long payload() {
        return payload;
    }

    private void load() {
        int from = nextLead;
        int total = 0;
        while (nextLead < LEADS && count[nextLead] <= room - total) {
            total += (int) count[nextLead++];
        }
        held = 0;
        at = 0;
        if (from == nextLead) {
            left = count[nextLead++];
            alone = new OverflowCursor(overflow, spilled);
        } else if (total > 0) {
            distribute(from, nextLead, total);
        }
    }

    private void distribute(int from, int to, int total) {
        if (minutiae.length < total) {
            minutiae = new long[total];
            payloads = new long[total];
        }
        int[] place = new int[LEADS];
        for (int lead = from; lead < to - 1; lead++) {
            place[lead + 1] = place[lead] + (int) count[lead];
        }
        for (OverflowCursor in = new OverflowCursor(overflow, spilled); in.next(); ) {
            int lead = lead(in.minutia());
            if (lead >= from && lead < to) {
                minutiae[place[lead]] = Rotation.unrotate(in.minutia(), bits);
                payloads[place[lead]++] = in.payload();
            }
        }
        held = total;
    }

    /** The leading byte of a minutia; rotation has moved it to the end. */
    private static int lead(long rotated) {
        return (int) rotated & LEADS - 1;
    }
}
