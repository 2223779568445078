package io.whorl.store;

import io.whorl.store.LineTable.LineCursor;
import io.whorl.store.MinutiaTable.SpilledEntries;
import io.whorl.store.TableShape.Regions;
import java.util.Arrays;

/**
 * Iterates over the minutiae of a segment, all or those of a range, in unsigned ascending order. One thread at a time.
 */
public final class MinutiaCursor {
    private final LineCursor main;
    private final OverflowCursor overflow;
    private final long last;
    private boolean mainLeft;
    private boolean overflowLeft;
    private long minutia;
    private long payload;

    /**
     * @param main the lines of the range
     * @param overflow from the region of the least minutia on
     * @param first the least minutia of the range
     * @param last the greatest one
     */
    MinutiaCursor(LineCursor main, OverflowCursor overflow, long first, long last) {
        this.main = main;
        this.overflow = overflow;
        this.last = last;
        do {
            mainLeft = nextOfMain();
        } while (mainLeft && Long.compareUnsigned(main.minutia(), first) < 0);
        do {
            overflowLeft = nextOfOverflow();
        } while (overflowLeft && Long.compareUnsigned(overflow.minutia(), first) < 0);
    }

    /** Moves to the next minutia; returns false at the end. */
    public boolean next() {
        if (mainLeft && !(overflowLeft && Long.compareUnsigned(overflow.minutia(), main.minutia()) < 0)) {
            minutia = main.minutia();
            payload = main.payload();
            mainLeft = nextOfMain();
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

    private boolean nextOfMain() {
        return main.next() && Long.compareUnsigned(main.minutia(), last) <= 0;
    }

    private boolean nextOfOverflow() {
        return overflow.next() && Long.compareUnsigned(overflow.minutia(), last) <= 0;
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

    /**
     * Iterates over the entries that did not fit into the main table in ascending order of the minutiae. Sorts the
     * entries of each region of the overflow table when it reaches the region, and merges them with the spilled
     * entries. One thread at a time.
     */
    static final class OverflowCursor {
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
                    table,
                    regions.region(first) * regions.lines(),
                    table.shape().lines());
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
}
