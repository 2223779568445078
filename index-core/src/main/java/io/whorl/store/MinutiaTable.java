package io.whorl.store;

import io.whorl.store.LineTable.LineCursor;
import io.whorl.store.MinutiaCursor.OverflowCursor;
import io.whorl.store.ReadAhead.PageSet;
import io.whorl.store.TableShape.Regions;
import java.util.Optional;
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

    private final LineTable main;
    private final LineTable overflow;
    private final Regions regions;
    private final SpilledEntries spilled;

    /** @param overflow in the order of {@link Regions} */
    MinutiaTable(LineTable main, LineTable overflow, SpilledEntries spilled) {
        this.main = main;
        this.overflow = overflow;
        this.spilled = spilled;
        regions = Regions.of(overflow.shape());
    }

    /** The payload of a minutia, or {@link #ABSENT}. Allocates nothing. */
    public long find(long minutia) {
        long payload = main.find(minutia);
        return payload == LineTable.ELSEWHERE ? findElsewhere(minutia) : payload;
    }

    private long findElsewhere(long minutia) {
        long payload = overflow.find(regions.spread(minutia));
        return payload == LineTable.ELSEWHERE ? spilled.find(minutia) : payload;
    }

    /** The buffers of {@link #findAll}, so that it allocates nothing. One thread at a time. */
    public static final class Scratch {
        private final LineTable.Scratch lines = new LineTable.Scratch();
        private final int[] elsewhere = new int[BLOCK];
        private final long[] spread = new long[BLOCK];
        private final long[] found = new long[BLOCK];
        private final int[] left = new int[BLOCK];
        /** Empty until an index is read that is not in memory. */
        private Optional<PageSet> pages = Optional.empty();

        PageSet pages() {
            if (pages.isEmpty()) {
                pages = Optional.of(new PageSet());
            }
            return pages.get();
        }
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, preferably in ascending order. Writes their payloads, or
     * {@link #ABSENT}, to the same indexes of {@code payloads}.
     */
    public void findAll(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        ReadAhead ahead = main.bytes().ahead();
        if (ahead.isOn()) {
            findTimed(minutiae, from, to, payloads, scratch, ahead);
        } else {
            findMapped(minutiae, from, to, payloads, scratch);
        }
    }

    /** Looks up in a file that may not be in memory. */
    private void findTimed(long[] minutiae, int from, int to, long[] payloads, Scratch scratch, ReadAhead ahead) {
        for (int at = from; at < to; at += PageSet.CAPACITY) {
            int n = Math.min(PageSet.CAPACITY, to - at);
            if (ahead.isReading()) {
                readAhead(minutiae, at, n, scratch.pages(), ahead);
            }
            long start = ahead.time();
            findMapped(minutiae, at, at + n, payloads, scratch);
            ahead.lookedUp(n, ahead.time() - start);
        }
    }

    private void readAhead(long[] minutiae, int from, int n, PageSet pages, ReadAhead ahead) {
        ahead.readLines(main.bytes()::load, pages(minutiae, from, n, pages, main::place));
        ahead.read(main.bytes()::load, pages(minutiae, from, n, pages, main::guestPlace));
        ahead.read(
                overflow.bytes()::load,
                pages(
                        minutiae,
                        from,
                        n,
                        pages,
                        m -> main.find(m) == LineTable.ELSEWHERE ? overflow.place(regions.spread(m)) : -1));
    }

    /** The pages of the places of some minutiae; a place of −1 is none. */
    private static long[] pages(long[] minutiae, int from, int n, PageSet pages, LongUnaryOperator places) {
        pages.clear();
        for (int i = from; i < from + n; i++) {
            long place = places.applyAsLong(minutiae[i]);
            if (place >= 0) {
                pages.add(place);
            }
        }
        return pages.offsets();
    }

    private void findMapped(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        for (int at = from; at < to; at += BLOCK) {
            int end = Math.min(BLOCK, to - at) + at;
            int count = main.findAll(minutiae, at, end, payloads, scratch.elsewhere, scratch.lines);
            findElsewhere(minutiae, payloads, count, scratch);
        }
    }

    /** Looks up {@code minutiae[i]} for the first {@code count} indexes {@code i} in {@code scratch.elsewhere}. */
    private void findElsewhere(long[] minutiae, long[] payloads, int count, Scratch scratch) {
        int[] elsewhere = scratch.elsewhere;
        long[] spread = scratch.spread;
        long[] found = scratch.found;
        for (int i = 0; i < count; i++) {
            spread[i] = regions.spread(minutiae[elsewhere[i]]);
        }
        int left = overflow.findAll(spread, 0, count, found, scratch.left, scratch.lines);
        for (int i = 0; i < left; i++) {
            found[scratch.left[i]] = spilled.find(minutiae[elsewhere[scratch.left[i]]]);
        }
        for (int i = 0; i < count; i++) {
            payloads[elsewhere[i]] = found[i];
        }
    }

    /** Iterates over all minutiae. */
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
        TableShape shape = main.shape();
        LineCursor lines = new LineCursor(main, shape.lineOf(first), shape.lineOf(last) + 1);
        return new MinutiaCursor(lines, new OverflowCursor(overflow, regions, spilled, first), first, last);
    }

    /** The greatest minutia that there can be. */
    public long last() {
        return -1L >>> (64 - main.shape().bits());
    }

    /** The exception for a table whose minutiae contradict other data. */
    public RuntimeException damaged(String reason) {
        return main.bytes().damaged(0, reason);
    }

    /** The number of parts of {@link #cursor(int)}. It depends on nothing but the table. */
    public int parts() {
        return (int) Math.min(MOST_PARTS, (main.shape().lines() + LEAST_PART - 1) / LEAST_PART);
    }

    /**
     * Iterates over a part of the minutiae. The parts one after another are {@link #cursor()}.
     *
     * @param part from 0 to {@link #parts} − 1
     */
    public MinutiaCursor cursor(int part) {
        TableShape shape = main.shape();
        int parts = parts();
        long first = shape.firstOf(shape.lines() * part / parts);
        return cursor(first, part == parts - 1 ? last() : shape.firstOf(shape.lines() * (part + 1) / parts) - 1);
    }

    /**
     * The few minutiae that fitted into neither table, sorted, and stored with a fixed width. Immutable and
     * thread-safe.
     */
    static final class SpilledEntries {
        private final MappedBytes bytes;
        private final long count;
        private final int bits;
        private final int minutiaBytes;
        private final int payloadBytes;
        private final int payloadBits;

        SpilledEntries(MappedBytes bytes, long count, int bits, int payloadBits) {
            this.bytes = bytes;
            this.count = count;
            this.bits = bits;
            this.minutiaBytes = width(bits);
            this.payloadBytes = width(payloadBits);
            this.payloadBits = payloadBits;
        }

        static int width(int bits) {
            return (bits + 7) / 8;
        }

        static long bytes(long count, int bits, int payloadBits) {
            return count * (width(bits) + width(payloadBits));
        }

        long count() {
            return count;
        }

        long minutia(long i) {
            long at = i * (minutiaBytes + payloadBytes);
            long minutia = bytes.getBytes(at, minutiaBytes);
            if (Long.compareUnsigned(minutia, -1L >>> (64 - bits)) > 0) {
                throw bytes.damaged(at, "entry " + i + " has a minutia of more than " + bits + " bits");
            }
            return minutia;
        }

        long payload(long i) {
            long at = i * (minutiaBytes + payloadBytes) + minutiaBytes;
            long payload = bytes.getBytes(at, payloadBytes);
            if (payload >>> payloadBits != 0) {
                throw bytes.damaged(
                        at,
                        "entry " + i + " has the payload " + Long.toUnsignedString(payload) + "; a payload has at most "
                                + payloadBits + " bits");
            }
            return payload;
        }

        /** The payload of a minutia, or {@link LineTable#ABSENT}. */
        long find(long minutia) {
            long at = lowerBound(minutia);
            return at < count && minutia(at) == minutia ? payload(at) : LineTable.ABSENT;
        }

        /** The index of the first entry that is not less than a minutia. */
        long lowerBound(long minutia) {
            long low = 0;
            long high = count;
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (Long.compareUnsigned(minutia(middle), minutia) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
