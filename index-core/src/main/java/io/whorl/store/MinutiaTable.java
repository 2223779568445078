package io.whorl.store;

import io.whorl.store.LineTable.LineCursor;
import java.util.function.LongUnaryOperator;

/**
 * The memory-mapped hash table of a sealed segment: minutia to payload, read in place. A payload less than the number
 * of documents is the ordinal of the only document that holds the minutia. Any other payload is that number plus the
 * number of a list in {@link DocumentLists}. Immutable and thread-safe.
 *
 * <p>A look-up costs one cache miss. Look up a whole fingerprint with {@link #findAll}: the misses then overlap.
 */
public final class MinutiaTable {
    /** The payload of a minutia that no document holds. */
    public static final long ABSENT = LineTable.ABSENT;

    /** Minutiae between two visits to the overflow table: few visits, so that their cache misses overlap, too. */
    private static final int BLOCK = 2 * LineTable.GROUP;
    /** Lines of a part: enough to make beginning a part cheap. */
    private static final long LEAST_PART = 1 << 13;

    private static final int MOST_PARTS = 1 << 10;

    private final LineTable table;
    private final OverflowTable overflow;

    MinutiaTable(LineTable table, OverflowTable overflow) {
        this.table = table;
        this.overflow = overflow;
    }

    /** The payload of a minutia, or {@link #ABSENT}. Allocates nothing. */
    public long find(long minutia) {
        long payload = table.find(minutia);
        return payload == LineTable.ELSEWHERE ? overflow.find(minutia) : payload;
    }

    /** The buffers of {@link #findAll}, so that it allocates nothing. One thread at a time. */
    public static final class Scratch {
        /** The addresses of lines; then the starts of buckets of the overflow table. */
        final long[] first = new long[BLOCK];

        final long[] end = new long[BLOCK];
        /** The indexes of the minutiae that can only be in the overflow table. */
        final int[] elsewhere = new int[BLOCK];
        /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
        long touched;
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, preferably in ascending order. Writes their payloads, or
     * {@link #ABSENT}, to the same indexes of {@code payloads}.
     */
    public void findAll(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        ReadAhead ahead = table.bytes().ahead();
        if (ahead.isOn()) {
            findTimed(minutiae, from, to, payloads, scratch, ahead);
        } else {
            findMapped(minutiae, from, to, payloads, scratch);
        }
    }

    /** Looks up in a file that may not be in memory. */
    private void findTimed(long[] minutiae, int from, int to, long[] payloads, Scratch scratch, ReadAhead ahead) {
        for (int at = from; at < to; at += ReadAhead.BATCH) {
            int n = Math.min(ReadAhead.BATCH, to - at);
            if (ahead.isReading()) {
                readAhead(minutiae, at, n, ahead);
            }
            long start = ahead.time();
            findMapped(minutiae, at, at + n, payloads, scratch);
            ahead.lookedUp(n, ahead.time() - start);
        }
    }

    private void readAhead(long[] minutiae, int from, int n, ReadAhead ahead) {
        ahead.readLines(table.bytes()::load, ReadAhead.pages(from, from + n, i -> table.place(minutiae[i])));
        ahead.read(table.bytes(), n, i -> table.guestPlace(minutiae[from + i]));
        ahead.read(overflow.startBytes(), n, i -> ifOverflow(minutiae[from + i], overflow::startPlace));
        ahead.read(overflow.bytes(), n, i -> ifOverflow(minutiae[from + i], overflow::place));
    }

    private long ifOverflow(long minutia, LongUnaryOperator place) {
        return table.find(minutia) == LineTable.ELSEWHERE ? place.applyAsLong(minutia) : -1;
    }

    private void findMapped(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        for (int at = from; at < to; at += BLOCK) {
            int end = Math.min(BLOCK, to - at) + at;
            int count = table.findAll(minutiae, at, end, payloads, scratch);
            overflow.findAll(minutiae, count, payloads, scratch);
        }
    }

    public MinutiaCursor cursor() {
        return cursor(0, last());
    }

    /**
     * Iterates over the minutiae of a range.
     *
     * @param first the least minutia of the range
     * @param last the greatest one
     */
    public MinutiaCursor cursor(long first, long last) {
        return new MinutiaCursor(first, last);
    }

    /** The greatest minutia that there can be. */
    public long last() {
        return -1L >>> (64 - table.shape().bits());
    }

    /** The exception for a table whose minutiae contradict other data. */
    public RuntimeException damaged(String reason) {
        return table.bytes().damaged(0, reason);
    }

    /** The number of parts of {@link #cursor(int)}. It depends on nothing but the table. */
    public int parts() {
        return (int) Math.min(MOST_PARTS, (table.shape().lines() + LEAST_PART - 1) / LEAST_PART);
    }

    /**
     * Iterates over a part of the minutiae. The parts one after another are {@link #cursor()}.
     *
     * @param part from 0 to {@link #parts} − 1
     */
    public MinutiaCursor cursor(int part) {
        TableShape shape = table.shape();
        int parts = parts();
        long first = shape.firstOf(shape.lines() * part / parts);
        return cursor(first, part == parts - 1 ? last() : shape.firstOf(shape.lines() * (part + 1) / parts) - 1);
    }

    /** Iterates over the minutiae of a range in unsigned ascending order. One thread at a time. */
    public final class MinutiaCursor {
        private final LineCursor ofLines;
        private final OverflowTable.Cursor ofOverflow;
        private final long last;
        private boolean linesLeft;
        private boolean overflowLeft;
        private long minutia;
        private long payload;

        private MinutiaCursor(long first, long last) {
            this.last = last;
            ofLines = table
            .new LineCursor(table.shape().lineOf(first), table.shape().lineOf(last) + 1);
            ofOverflow = overflow.new Cursor(first);
            do {
                linesLeft = nextOfLines();
            } while (linesLeft && Long.compareUnsigned(ofLines.minutia(), first) < 0);
            do {
                overflowLeft = nextOfOverflow();
            } while (overflowLeft && Long.compareUnsigned(ofOverflow.minutia(), first) < 0);
        }

        /** Moves to the next minutia; returns false at the end. */
        public boolean next() {
            if (linesLeft && !(overflowLeft && Long.compareUnsigned(ofOverflow.minutia(), ofLines.minutia()) < 0)) {
                minutia = ofLines.minutia();
                payload = ofLines.payload();
                linesLeft = nextOfLines();
                return true;
            }
            if (!overflowLeft) {
                return false;
            }
            minutia = ofOverflow.minutia();
            payload = ofOverflow.payload();
            overflowLeft = nextOfOverflow();
            return true;
        }

        private boolean nextOfLines() {
            return ofLines.next() && Long.compareUnsigned(ofLines.minutia(), last) <= 0;
        }

        private boolean nextOfOverflow() {
            return ofOverflow.next() && Long.compareUnsigned(ofOverflow.minutia(), last) <= 0;
        }

        public long minutia() {
            return minutia;
        }

        /** The payload of the minutia; see {@link MinutiaTable}. */
        public long payload() {
            return payload;
        }
    }
}
