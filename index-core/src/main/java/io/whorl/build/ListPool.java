package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.store.LogFrequency;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentWriter;
import io.whorl.store.Varint;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The document lists of a segment. Each distinct list is written once, with the first minutia that needs it, because
 * collections of versions repeat the same few sets of documents. One thread at a time, except that any thread may
 * {@link #find} lists meanwhile.
 */
final class ListPool implements Closeable {
    /** Lists to read ahead together: what is read stays in the caches until it is compared. */
    private static final int AHEAD = 256;

    private final SegmentWriter out;
    private final int memory;
    private final ListHashTable table;
    /** Held while lists are added that other threads may look for. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private byte[] recent = new byte[1 << 16];
    private byte[] compared = new byte[256];
    /** A field, so that the compiler cannot remove the reads of {@link #readAhead}. */
    private volatile int touched;

    /**
     * @param memory bytes for the first lists, which are compared most often; half as many bytes hold the numbers and
     *     places of lists, which then go to a scratch file
     */
    ListPool(SegmentWriter out, long memory, ScratchSpace scratch) throws IOException {
        this.out = out;
        this.memory = (int) Math.min(memory, 1 << 30);
        table = new ListHashTable(memory / 2, scratch);
    }

    /**
     * Looks for lists before their turn. Most lists are in the pool after a few partitions, so little work is left to
     * be done in turn.
     */
    void find(ListBatch lists) throws IOException {
        lists.encode();
        for (int from = 0; from < lists.size; from += AHEAD) {
            int to = Math.min(lists.size, from + AHEAD);
            // For a few lists at a time, so that the thread that has its turn hardly waits.
            lock.readLock().lock();
            try {
                readAhead(lists, from, to);
                for (int i = from; i < to; i++) {
                    long slot = slot(lists, i, false);
                    lists.numbers[i] = table.place(slot) < 0 ? -1 : table.number(slot);
                }
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    /** Numbers the lists that were not found by {@link #find}. New lists are written. Only in turn. */
    void number(ListBatch lists) throws IOException {
        lock.writeLock().lock();
        try {
            for (int i = 0; i < lists.size; i++) {
                if (lists.numbers[i] < 0) {
                    lists.numbers[i] = number(lists, i);
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** The number of a list, which is written if it is new. */
    private long number(ListBatch lists, int i) throws IOException {
        long slot = slot(lists, i, true);
        if (table.place(slot) >= 0) {
            return table.number(slot);
        }
        long at = out.listBytes();
        long number = out.addList(lists.bytes, lists.starts[i], lists.length(i));
        remember(at, lists.bytes, lists.starts[i], lists.length(i));
        table.put(slot, lists.hashes[i], number, at);
        return number;
    }

    /**
     * The slot of a list, or the free slot where it belongs.
     *
     * @param inTurn whether lists may be read back from the file
     */
    private long slot(ListBatch lists, int i, boolean inTurn) throws IOException {
        long slot = table.slot(lists.hashes[i]);
        for (long at = table.place(slot); at >= 0; at = table.place(slot)) {
            if (table.mayHave(slot, lists.hashes[i])
                    && same(at, lists.bytes, lists.starts[i], lists.length(i), inTurn)) {
                break;
            }
            slot = table.after(slot);
        }
        return slot;
    }

    /**
     * Reads the memory that the look-ups will read. Look-ups one after another would wait for memory twice each. These
     * reads do not depend on one another, so the processor overlaps them.
     */
    private void readAhead(ListBatch lists, int from, int to) {
        long[] places = new long[to - from];
        for (int i = from; i < to; i++) {
            places[i - from] = table.place(table.slot(lists.hashes[i]));
        }
        long sum = 0;
        for (long at : places) {
            if (at >= 0 && at < recent.length) {
                sum += recent[(int) at];
            }
        }
        touched = (int) sum;
    }

    private void remember(long at, byte[] bytes, int from, int length) {
        if (at + length > recent.length && at + length <= memory) {
            recent = Arrays.copyOf(recent, (int) Math.min(memory, Math.max(at + length, recent.length * 2L)));
        }
        if (at + length <= recent.length) {
            System.arraycopy(bytes, from, recent, (int) at, length);
        }
    }

    /** Compares one length only: lists are prefix-free, so a list that agrees to this length is equal. */
    private boolean same(long at, byte[] bytes, int from, int length, boolean inTurn) throws IOException {
        if (at + length <= recent.length) {
            return Arrays.equals(recent, (int) at, (int) at + length, bytes, from, from + length);
        }
        if (!inTurn || at + length > out.listBytes()) {
            return false;
        }
        if (compared.length < length) {
            compared = new byte[length];
        }
        out.readLists(at, compared, length);
        return Arrays.equals(compared, 0, length, bytes, from, from + length);
    }

    @Override
    public void close() throws IOException {
        table.close();
    }

    /** What a document adds to {@link #hash(long)} of a list. The order does not matter, so the additions overlap. */
    private static long mix(int document) {
        long mixed = (document + 1L) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    /**
     * The hash of a list. Frequencies hardly ever tell lists apart whose documents are equal, so they are not in it.
     *
     * @param sum the sum of {@link #mix} over its documents
     */
    private static long hash(long sum) {
        long mixed = sum * 0xD6E8FEB86659FD93L;
        return mixed ^ (mixed >>> 32);
    }

    /**
     * Distinct document lists one after another, with their hashes, and then with their numbers. A list that repeats an
     * earlier one is only compared with it, not encoded. One thread at a time.
     */
    static final class ListBatch {
        private static final int LEAST = 1 << 10;
        private static final int LEAST_LISTS = 1 << 6;

        private final int most;
        /** The documents of the lists, and their frequencies if the scheme stores them. */
        private int[] members = new int[LEAST];

        private int[] counts = {};
        /** The start of each list in {@link #members}, and the end of the last. */
        private int[] first = new int[LEAST_LISTS + 1];

        /** How often each list was added. */
        private int[] times = new int[LEAST_LISTS];

        private long[] hashes = new long[LEAST_LISTS];
        /** The number of each list in the segment, or −1 if the pool has not found it. */
        private long[] numbers = new long[LEAST_LISTS];
        /** An open-addressed hash table of the lists: the index of each plus 1. */
        private int[] table = new int[2 * LEAST_LISTS];

        private int size;
        /** The lists as {@link io.whorl.store.DocumentLists} reads them, once they are encoded. */
        private byte[] bytes = new byte[LEAST];
        /** The start of each list in {@link #bytes}, and the end of the last. */
        private int[] starts = new int[LEAST_LISTS + 1];

        /** @param most the largest number of bytes or documents */
        ListBatch(int most) {
            this.most = most;
        }

        /** Removes all lists, and frees the memory if they have more bytes than this. */
        void clear(long keep) {
            if (bytesUsed() > keep) {
                members = new int[LEAST];
                counts = new int[0];
                bytes = new byte[LEAST];
            }
            if (size > 0) {
                Arrays.fill(table, 0);
            }
            size = 0;
        }

        int size() {
            return size;
        }

        long bytesUsed() {
            return (long) first[size] * Integer.BYTES;
        }

        private int length(int list) {
            return starts[list + 1] - starts[list];
        }

        /** The number of a list in the segment, after {@link ListPool#number}. */
        long number(int list) {
            return numbers[list];
        }

        /**
         * Adds a list, unless it is there already.
         *
         * @param documents ascending, distinct
         * @param frequencies of each document; empty if the scheme stores none
         * @return its index in the batch
         */
        int add(int[] documents, int[] frequencies, int n) {
            long sum = 0;
            for (int i = 0; i < n; i++) {
                sum += mix(documents[i]);
            }
            long hash = hash(sum);
            int slot = slot(hash);
            for (int other = table[slot] - 1; other >= 0; other = table[slot] - 1) {
                if (hashes[other] == hash && equals(other, documents, frequencies, n)) {
                    times[other]++;
                    return other;
                }
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = size + 1;
            hashes[size] = hash;
            times[size] = 1;
            int from = first[size];
            members = appended(members, from, documents, n);
            counts = frequencies.length == 0 ? counts : appended(counts, from, frequencies, n);
            first[++size] = from + n;
            if (size == hashes.length) {
                grow();
            }
            return size - 1;
        }

        private boolean equals(int list, int[] documents, int[] frequencies, int n) {
            int from = first[list];
            int to = first[list + 1];
            return Arrays.equals(members, from, to, documents, 0, n)
                    && (frequencies.length == 0 || Arrays.equals(counts, from, to, frequencies, 0, n));
        }

        private int[] appended(int[] to, int from, int[] values, int n) {
            int[] grown = to;
            if (n > to.length - from) {
                require("documents of lists held together", (long) from + n);
                grown = Arrays.copyOf(to, (int) Math.min(most, Math.max((long) from + n, to.length * 2L)));
            }
            System.arraycopy(values, 0, grown, from, n);
            return grown;
        }

        private int slot(long h) {
            return (int) h & (table.length - 1);
        }

        private void grow() {
            first = Arrays.copyOf(first, size * 2 + 1);
            starts = new int[first.length];
            times = Arrays.copyOf(times, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
            table = new int[size * 4];
            for (int i = 0; i < size; i++) {
                int slot = slot(hashes[i]);
                while (table[slot] != 0) {
                    slot = (slot + 1) & (table.length - 1);
                }
                table[slot] = i + 1;
            }
        }

        /**
         * Adds the minutiae that have a list to the counts of their documents, and the logarithms of their frequencies
         * to the sums: once for each list, not each minutia.
         *
         * @param most see {@link LogFrequency#most}
         */
        void addTo(int[] minutiaeOf, long[] sums, long most) {
            for (int i = 0; i < size; i++) {
                long log = Math.min(most, LogFrequency.of(first[i + 1] - first[i])) * times[i];
                for (int m = first[i]; m < first[i + 1]; m++) {
                    minutiaeOf[members[m]] += times[i];
                    sums[members[m]] += log;
                }
            }
        }

        void encode() {
            for (int i = 0; i < size; i++) {
                starts[i + 1] = encode(i, starts[i]);
            }
        }

        /** Encodes a list from this place on, and returns its end. */
        private int encode(int list, int at) {
            int n = first[list + 1] - first[list];
            if (at + (2L * n + 1) * Varint.LONGEST > bytes.length) {
                // Exactly, because the upper bound for a list of millions is many times its length.
                long end = at + encodedLength(list);
                require("bytes of lists encoded together", end);
                long grown = at == 0 ? end + end / 8 : Math.max(end, bytes.length * 2L);
                bytes = end <= bytes.length ? bytes : Arrays.copyOf(bytes, (int) Math.min(most, grown));
            }
            boolean counted = counts.length > 0;
            int to = Varint.put(bytes, at, n);
            int before = -1;
            for (int i = first[list]; i < first[list + 1]; i++) {
                to = Varint.put(bytes, to, members[i] - before - 1L);
                before = members[i];
                if (counted) {
                    to = Varint.put(bytes, to, counts[i]);
                }
            }
            return to;
        }

        private long encodedLength(int list) {
            long length = Varint.length(first[list + 1] - first[list]);
            int before = -1;
            for (int i = first[list]; i < first[list + 1]; i++) {
                length += Varint.length(members[i] - before - 1L);
                before = members[i];
                length += counts.length == 0 ? 0 : Varint.length(counts[i]);
            }
            return length;
        }

        private void require(String what, long wanted) {
            LimitExceededException.require(
                    what, wanted, most, "merge fewer segments together, or build from fewer documents");
        }
    }

    /**
     * An open-addressed hash table from the hashes of lists to their numbers and places. It is in heap while it fits,
     * and then in a mapped scratch file. One thread at a time.
     */
    private static final class ListHashTable implements Closeable {
        private static final int LEAST_SLOTS = 1 << 12;
        /**
         * The longs of a slot: the high half of a hash and the number, and the place plus 1, or 0 if the slot is free.
         * They are adjacent, so one cache line holds both.
         */
        private static final int SLOT = 2;
        /** A larger table does not fit one array. */
        private static final long MOST_IN_HEAP = 1 << 30;

        private final long memory;
        private final ScratchSpace scratch;
        private ScratchArrays arrays;
        private ScratchLongs cells;
        private long mask;
        private long size;

        /** @param memory bytes of heap that the table may use, and half as many more while it grows */
        ListHashTable(long memory, ScratchSpace scratch) throws IOException {
            this.memory = Math.max(LEAST_SLOTS * SLOT * Long.BYTES, Math.min(memory, MOST_IN_HEAP));
            this.scratch = scratch;
            make(LEAST_SLOTS);
        }

        long slot(long hash) {
            return (((hash >>> Integer.SIZE) * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        }

        long after(long slot) {
            return (slot + 1) & mask;
        }

        /** The place in a slot, or −1 if it is free. */
        long place(long slot) {
            return cells.get(slot * SLOT + 1) - 1;
        }

        /** Whether a slot has the list with this hash, or one of the few others with half of it. */
        boolean mayHave(long slot, long hash) {
            return (cells.get(slot * SLOT) ^ hash) >>> Integer.SIZE == 0;
        }

        long number(long slot) {
            return cells.get(slot * SLOT) & SegmentWriter.MOST_LISTS;
        }

        void put(long slot, long hash, long number, long place) throws IOException {
            set(slot, (hash & ~SegmentWriter.MOST_LISTS) | number, place);
            if (++size * 2 > mask + 1) {
                grow();
            }
        }

        private void set(long slot, long hashAndNumber, long place) {
            cells.set(slot * SLOT, hashAndNumber);
            cells.set(slot * SLOT + 1, place + 1);
        }

        private void grow() throws IOException {
            ScratchLongs before = cells;
            try (ScratchArrays held = arrays) {
                make((mask + 1) * 2);
                for (long i = 0; i < before.size(); i += SLOT) {
                    if (before.get(i + 1) != 0) {
                        long slot = slot(before.get(i));
                        while (place(slot) >= 0) {
                            slot = after(slot);
                        }
                        set(slot, before.get(i), before.get(i + 1) - 1);
                    }
                }
            }
        }

        private void make(long slots) throws IOException {
            arrays = new ScratchArrays(memory, scratch);
            cells = arrays.longs(slots * SLOT);
            mask = slots - 1;
        }

        @Override
        public void close() throws IOException {
            arrays.close();
        }
    }
}
