package io.whorl.store;

import io.whorl.store.EntryRuns.EntryReader;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.MinutiaTable.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The minutiae of a segment that fit into no line, in ascending order: a few bits of each and its payload, without a
 * gap; docs/FORMAT.md, "Overflow". The leading bits of a minutia name its bucket, and a table has the first entry of
 * each bucket. A bucket has some six entries. Minutiae that were chosen may crowd one, so a large bucket is searched by
 * halving. Immutable and thread-safe.
 */
final class OverflowTable {
    /**
     * The least mean number of entries of a bucket. More take longer to search; fewer need a larger table of starts.
     */
    private static final int LEAST_MEAN = 4;
    /** Larger buckets are halved. */
    private static final int MOST_IN_TURN = 32;
    /** Zeros after the entries, so that each can be read with eight bytes at a time. */
    private static final int END = Long.BYTES - 1;

    private final MappedBytes bytes;
    private final FixedNumbers starts;
    private final long count;
    private final int bits;
    private final int lowBits;
    private final long lowMask;
    private final long payloadMask;
    private final int entryBits;
    /** Bits that one read must give: those of an entry, unless it can be wider than such a read. */
    private final int readBits;

    /**
     * @param starts for each bucket the number of its first entry; one more for the end
     * @param count the number of entries
     * @param bits W
     * @param payloadBits bits of a payload
     */
    OverflowTable(MappedBytes bytes, FixedNumbers starts, long count, int bits, int payloadBits) {
        this.bytes = bytes;
        this.starts = starts;
        this.count = count;
        this.bits = bits;
        lowBits = bits - bucketBits(count);
        lowMask = -1L >>> (Long.SIZE - lowBits);
        payloadMask = -1L >>> (Long.SIZE - payloadBits);
        entryBits = lowBits + payloadBits;
        readBits = entryBits <= LineTable.MOST_IN_ONE_READ ? entryBits : Math.max(lowBits, payloadBits);
    }

    /** The leading bits that name a bucket; less than 32, and so less than W. */
    private static int bucketBits(long count) {
        return Math.min(Integer.SIZE - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, count / LEAST_MEAN)));
    }

    static long starts(long count) {
        return (1L << bucketBits(count)) + 1;
    }

    static long bytes(long count, int bits, int payloadBits) {
        long all = count * (bits - bucketBits(count) + payloadBits);
        return (all + Byte.SIZE - 1) / Byte.SIZE + END;
    }

    /** Takes the low bytes of numbers. */
    interface NumberSink {
        void put(long number, int width) throws IOException;
    }

    static void writeEntries(EntryRuns entries, int bits, int payloadBits, NumberSink out) throws IOException {
        int lowBits = bits - bucketBits(entries.count());
        long word = 0;
        int filled = 0;
        for (EntryReader in = entries.reader(0, entries.runs()); in.more(); in.advance()) {
            for (int part = 0; part < 2; part++) {
                int width = part == 0 ? lowBits : payloadBits;
                long value = part == 0 ? in.minutia() & (-1L >>> (Long.SIZE - lowBits)) : in.payload();
                word |= value << filled;
                filled += width;
                if (filled >= Long.SIZE) {
                    out.put(word, Long.BYTES);
                    filled -= Long.SIZE;
                    word = filled == 0 ? 0 : value >>> (width - filled);
                }
            }
        }
        out.put(word, (filled + Byte.SIZE - 1) / Byte.SIZE);
        out.put(0, END);
    }

    /** Writes the starts of the buckets for the entries of all runs, as numbers of a width. */
    static void writeStarts(EntryRuns entries, int bits, int width, NumberSink out) throws IOException {
        int lowBits = bits - bucketBits(entries.count());
        EntryReader in = entries.reader(0, entries.runs());
        long at = 0;
        for (long bucket = 0; bucket < starts(entries.count()); bucket++) {
            for (; in.more() && in.minutia() >>> (lowBits - 1) >>> 1 < bucket; in.advance()) {
                at++;
            }
            out.put(at, width);
        }
    }

    MappedBytes bytes() {
        return bytes;
    }

    private long bucket(long minutia) {
        return minutia >>> (lowBits - 1) >>> 1;
    }

    /** The first entry of a bucket, or the end of the one before it. */
    private long start(long bucket) {
        long start = starts.get(bucket);
        if (start < 0 || start > count) {
            throw starts.damaged(bucket, "a bucket starts at entry " + start + " of " + count);
        }
        return start;
    }

    /** The bits of an entry, as many as one read gives. The lowest are those of its minutia. */
    private long entry(long entry) {
        return read(entry * entryBits);
    }

    /** @param read what {@link #entry} has returned */
    private long payload(long entry, long read) {
        return (readBits == entryBits ? read >>> lowBits : read(entry * entryBits + lowBits)) & payloadMask;
    }

    /** The bits from a bit on. Only wide entries need a ninth byte. */
    private long read(long bit) {
        long at = bit >>> 3;
        int shift = (int) bit & 7;
        long value = bytes.getBytes(at, Long.BYTES) >>> shift;
        return shift + readBits <= Long.SIZE
                ? value
                : value | ((long) bytes.get(Math.min(at + Long.BYTES, bytes.length() - 1)) << (Long.SIZE - shift));
    }

    /** The offset in the file of the start of the bucket of a minutia. */
    long startPlace(long minutia) {
        return starts.bytes().place(bucket(minutia) * starts.width());
    }

    MappedBytes startBytes() {
        return starts.bytes();
    }

    /** The offset in the file of the bucket of a minutia. */
    long place(long minutia) {
        return bytes.place((start(bucket(minutia)) * entryBits) >>> 3);
    }

    /** The payload of a minutia, or {@link LineTable#ABSENT}. */
    long find(long minutia) {
        long bucket = bucket(minutia);
        return find(minutia, start(bucket), start(bucket + 1));
    }

    private long find(long minutia, long from, long to) {
        long sought = minutia & lowMask;
        long first = from;
        long end = to;
        while (end - first > MOST_IN_TURN) {
            long middle = (first + end) >>> 1;
            if (Long.compareUnsigned(entry(middle) & lowMask, sought) > 0) {
                end = middle;
            } else {
                first = middle;
            }
        }
        long at = (first * entryBits) >>> 3;
        long last = ((end * entryBits - 1) >>> 3) + END;
        if (readBits == entryBits && first < end && bytes.inSamePart(at, last)) {
            bytes.verify(at);
            bytes.verify(last);
            return find(sought, bytes.part(at), bytes.within(at), (int) ((first * entryBits) & 7), (int) (end - first));
        }
        for (long entry = first; entry < end; entry++) {
            long read = entry(entry);
            if ((read & lowMask) == sought) {
                return payload(entry, read);
            }
        }
        return LineTable.ABSENT;
    }

    /** Finds the low bits of a minutia among a few entries of one part, without checks for each. */
    private long find(long sought, ByteBuffer part, int base, int first, int entries) {
        int end = first + entries * entryBits;
        for (int bit = first; bit < end; bit += entryBits) {
            long read = part.getLong(base + (bit >>> 3)) >>> (bit & 7);
            if ((read & lowMask) == sought) {
                return (read >>> lowBits) & payloadMask;
            }
        }
        return LineTable.ABSENT;
    }

    /** Looks up {@code minutiae[i]} for the first {@code n} indexes {@code i} in {@link Scratch#elsewhere}. */
    void findAll(long[] minutiae, int n, long[] payloads, Scratch scratch) {
        int[] which = scratch.elsewhere;
        int width = starts.width();
        for (int i = 0; i < n; i++) {
            long bucket = bucket(minutiae[which[i]]);
            // Both by one read, unless they are wider, or damaged.
            long both = width <= Integer.BYTES ? starts.bytes().getBytes(bucket * width, 2 * width) : -1;
            long end = both >>> (width * Byte.SIZE);
            long first = both & ((1L << (width * Byte.SIZE)) - 1);
            boolean valid = both >= 0 && first <= count && end <= count;
            scratch.first[i] = valid ? first : start(bucket);
            scratch.end[i] = valid ? end : start(bucket + 1);
        }
        // All buckets are touched before the first is searched, so that their cache misses overlap.
        for (int i = 0; i < n; i++) {
            scratch.touched += bytes.get((scratch.first[i] * entryBits) >>> 3);
        }
        for (int i = 0; i < n; i++) {
            payloads[which[i]] = find(minutiae[which[i]], scratch.first[i], scratch.end[i]);
        }
    }

    /** Iterates over the entries from the bucket of a minutia on, in ascending order. One thread at a time. */
    final class Cursor {
        private long bucket;
        private long entry;
        private long end;
        private boolean begun;
        private long minutia;
        private long payload;

        Cursor(long first) {
            bucket = bucket(first);
            entry = start(bucket) - 1;
            end = start(bucket + 1);
        }

        /** Moves to the next entry; returns false at the end. */
        boolean next() {
            entry++;
            while (entry >= end) {
                if (bucket + 1 == 1L << (bits - lowBits)) {
                    if (entry != count) {
                        throw bytes.damaged(0, "the buckets have " + entry + " of " + count + " entries");
                    }
                    entry--;
                    return false;
                }
                bucket++;
                end = start(bucket + 1);
            }
            long read = entry(entry);
            long next = (bucket << (lowBits - 1) << 1) | (read & lowMask);
            if (begun && Long.compareUnsigned(next, minutia) <= 0) {
                throw bytes.damaged((entry * entryBits) >>> 3, "the minutia of entry " + entry + " does not ascend");
            }
            begun = true;
            minutia = next;
            payload = OverflowTable.this.payload(entry, read);
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
