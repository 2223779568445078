package io.whorl.store;

import java.util.Arrays;

/**
 * Iterates over the entries that did not fit into the main table in ascending order of the minutiae. Sorts the entries
 * of each region of the overflow table when it reaches the region, and merges them with the spilled entries. One thread
 * at a time.
 */
final class OverflowCursor {
    private final LineCursor lines;
    private final Regions regions;
    private final SpilledEntries spilled;
    private boolean linesLeft;
    private long[] unsorted = new long[1 << 9];
    private long[] unsortedPayloads = new long[1 << 9];
    private long[] minutiae = {};
    private long[] payloads = {};
    private final int[] place = new int[(1 << Regions.ROTATED) + 1];
    private int held;
    private int at;
    private long spilledAt;
    private long minutia;
    private long payload;

    /** Begins at the region of a minutia, whose entries may be less, and at its first spilled entry. */
    OverflowCursor(LineTable table, Regions regions, SpilledEntries spilled, long first) {
        this.regions = regions;
        this.spilled = spilled;
        lines = new LineCursor(
                table, regions.region(first) * regions.lines(), table.shape().lines());
        linesLeft = lines.next();
        spilledAt = spilled.lowerBound(first);
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        boolean regionLeft = at < held || load();
        boolean spilledLeft = spilledAt < spilled.count();
        if (regionLeft && !(spilledLeft && Long.compareUnsigned(spilled.minutia(spilledAt), minutiae[at]) < 0)) {
            minutia = minutiae[at];
            payload = payloads[at++];
            return true;
        }
        if (spilledLeft) {
            minutia = spilled.minutia(spilledAt);
            payload = spilled.payload(spilledAt++);
        }
        return spilledLeft;
    }

    /** Reads the next region that has entries. Entries with the same leading bits are in order there. */
    private boolean load() {
        at = 0;
        held = 0;
        if (!linesLeft) {
            return false;
        }
        Arrays.fill(place, 0);
        long region = regions.region(lines.minutia());
        do {
            if (held == unsorted.length) {
                unsorted = Arrays.copyOf(unsorted, 2 * held);
                unsortedPayloads = Arrays.copyOf(unsortedPayloads, 2 * held);
            }
            unsorted[held] = regions.minutia(lines.minutia());
            unsortedPayloads[held] = lines.payload();
            place[regions.lead(unsorted[held++]) + 1]++;
            linesLeft = lines.next();
        } while (linesLeft && regions.region(lines.minutia()) == region);
        for (int lead = 1; lead < place.length; lead++) {
            place[lead] += place[lead - 1];
        }
        if (minutiae.length < held) {
            minutiae = new long[unsorted.length];
            payloads = new long[unsorted.length];
        }
        for (int i = 0; i < held; i++) {
            int to = place[regions.lead(unsorted[i])]++;
            minutiae[to] = unsorted[i];
            payloads[to] = unsortedPayloads[i];
        }
        return true;
    }

    long minutia() {
        return minutia;
    }

    long payload() {
        return payload;
    }
}
