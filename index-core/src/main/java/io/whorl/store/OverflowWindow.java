package io.whorl.store;

/**
 * The entries of a segment that are not in its main table, for a window of leading bytes. The file has them in rotated
 * order ({@link Rotation}). The entries with the same leading byte are in ascending order there, so distributing them
 * by leading byte sorts them. One thread loads a window; any number of threads may then read it. Entries outside the
 * window are read from the file, skipping those of all other leading bytes.
 */
public final class OverflowWindow {
    /** Bytes of a loaded entry. */
    public static final int ENTRY = 16;
    /** The number of leading bytes. */
    public static final int LEADS = Rotation.RUNS;

    private final LineTable overflow;
    private final SpilledEntries spilled;
    private final int bits;
    private final long[] count = new long[LEADS];
    private int fromLead;
    private int toLead;
    private long[] minutiae = {};
    private long[] payloads = {};
    private int held;

    OverflowWindow(LineTable overflow, SpilledEntries spilled) {
        this.overflow = overflow;
        this.spilled = spilled;
        bits = overflow.shape().bits();
        for (OverflowCursor in = new OverflowCursor(overflow, spilled); in.next(); ) {
            count[rotatedLead(in.minutia())]++;
        }
    }

    /** The number of entries with a leading byte. */
    public long count(int lead) {
        return count[lead];
    }

    /** Replaces the window by the leading bytes {@code from} to {@code to - 1}, whose entries must fit an array. */
    public void load(int from, int to) {
        int[] place = new int[LEADS];
        int total = 0;
        for (int lead = from; lead < to; lead++) {
            place[lead] = total;
            total = Math.toIntExact(total + count[lead]);
        }
        if (minutiae.length < total) {
            minutiae = new long[total];
            payloads = new long[total];
        }
        OverflowCursor in = new OverflowCursor(overflow, spilled);
        while (total > 0 && in.next()) {
            int lead = rotatedLead(in.minutia());
            if (lead >= from && lead < to) {
                minutiae[place[lead]] = Rotation.unrotate(in.minutia(), bits);
                payloads[place[lead]++] = in.payload();
            }
        }
        fromLead = from;
        toLead = to;
        held = total;
    }

    /**
     * Iterates over the entries of a range of minutiae in ascending order: of one leading byte, or of several in the
     * window.
     */
    Cursor cursor(long first, long last) {
        return new Cursor(first, last);
    }

    private int lead(long minutia) {
        return (int) (minutia >>> bits - Rotation.BITS);
    }

    /** Rotation has moved the leading byte to the end. */
    private static int rotatedLead(long rotated) {
        return (int) rotated & LEADS - 1;
    }

    /** The index of the first loaded minutia that is not less. */
    private int lowerBound(long minutia) {
        int low = 0;
        int high = held;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Long.compareUnsigned(minutiae[middle], minutia) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** One thread at a time. */
    final class Cursor {
        private final long last;
        private final boolean loaded;
        private int at;
        private OverflowCursor file;
        private long minutia;
        private long payload;

        private Cursor(long first, long last) {
            this.last = last;
            loaded = lead(first) >= fromLead && lead(last) < toLead;
            if (loaded) {
                at = lowerBound(first);
            } else {
                file = new OverflowCursor(overflow, spilled, Rotation.rotate(first, bits));
            }
        }

        /** Moves to the next entry; returns false at the end. */
        boolean next() {
            if (!loaded) {
                return nextInFile();
            }
            if (at == held || Long.compareUnsigned(minutiae[at], last) > 0) {
                return false;
            }
            minutia = minutiae[at];
            payload = payloads[at++];
            return true;
        }

        private boolean nextInFile() {
            long end = Rotation.rotate(last, bits);
            while (file.next()) {
                if (Long.compareUnsigned(file.minutia(), end) > 0) {
                    return false;
                }
                if (rotatedLead(file.minutia()) == rotatedLead(end)) {
                    minutia = Rotation.unrotate(file.minutia(), bits);
                    payload = file.payload();
                    return true;
                }
            }
            return false;
        }

        long minutia() {
            return minutia;
        }

        long payload() {
            return payload;
        }
    }

    /**
     * Iterates over the entries that did not fit into the main table, from the overflow table and the spilled entries,
     * in ascending order of the rotated minutiae.
     */
    private static final class OverflowCursor {
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
}
