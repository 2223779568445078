package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.store.LogSums;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentWriter;
import io.whorl.store.TempFile;
import io.whorl.store.Varint;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The document lists of a segment. Each distinct list is written once, with the first minutia that needs it, because
 * collections of versions repeat the same few sets of documents. One thread at a time, except that any thread may
 * {@link #find} lists meanwhile.
 */
final class ListPool implements Closeable {
    /**
     * The number of lists after which the pool forgets them all at the start of a partition. Some lists are then
     * written twice, which costs only bytes. The number is a constant and is only checked between partitions, so the
     * bytes of a segment depend neither on the given memory nor on how partitions are divided.
     */
    public static final int MOST = 1 << 21;

    private final SegmentWriter out;
    private final int memory;
    private final int mostLists;
    private final ListHashTable table;
    /** Held while lists are added that other threads may look for. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private byte[] recent = new byte[1 << 16];
    private byte[] compared = new byte[256];
    /** How often the pool has forgotten its lists. */
    private int epoch;
    /** A field, so that the compiler cannot remove the reads of {@link #readAhead}. */
    private volatile int touched;

    /**
     * @param memory bytes for the first lists, which are compared most often; half as many bytes hold the places of
     *     lists, which then go to a scratch file
     * @param mostLists {@link #MOST}; tests set a smaller number
     */
    public ListPool(SegmentWriter out, long memory, int mostLists, ScratchSpace scratch) throws IOException {
        this.out = out;
        this.memory = (int) Math.min(memory, 1 << 30);
        this.mostLists = mostLists;
        table = new ListHashTable(memory / 2, scratch);
    }

    /**
     * Starts the next partition.
     *
     * @return whether the lists of earlier partitions are now forgotten
     */
    public boolean startPartition() throws IOException {
        if (table.size() < mostLists) {
            return false;
        }
        lock.writeLock().lock();
        try {
            table.forget();
            epoch++;
        } finally {
            lock.writeLock().unlock();
        }
        return true;
    }

    /**
     * Looks for the lists of a partition or of a slice of it before its turn. Most lists are in the pool after a few
     * partitions, so little work is left to be done in turn.
     *
     * @param places receives the place of each list, or −1 if it is not found; at least one element for each list
     * @return when this was, for {@link #place(DistinctLists, long[], int)}
     */
    int find(DistinctLists lists, long[] places) {
        lock.readLock().lock();
        try {
            readAhead(lists, places);
            for (int i = 0; i < lists.size(); i++) {
                places[i] = find(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
            }
            return epoch;
        } finally {
            lock.readLock().unlock();
        }
    }

    private long find(byte[] bytes, int from, int length, long h) {
        long slot = table.slot(h);
        for (long at = table.place(slot); at >= 0; at = table.place(slot)) {
            if (table.hash(slot) == h) {
                // Only in turn may lists be read back from the file.
                boolean equal = at + length <= recent.length
                        && Arrays.equals(recent, (int) at, (int) at + length, bytes, from, from + length);
                return equal ? at : -1;
            }
            slot = table.after(slot);
        }
        return -1;
    }

    /**
     * Places the lists that were not found. New lists are written. Only in turn.
     *
     * @param places the place of each list; those of −1 are replaced
     * @param found the result of {@link #find}
     */
    void place(DistinctLists lists, long[] places, int found) throws IOException {
        lock.writeLock().lock();
        try {
            for (int i = 0; i < lists.size(); i++) {
                if (places[i] < 0 || found != epoch) {
                    places[i] = place(lists.bytes(), lists.start(i), lists.length(i), lists.hash(i));
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Looks for lists of a slice of a merge before its turn, as {@link #find(DistinctLists, long[])} does.
     *
     * @param bytes the lists one after another; they may repeat
     * @param starts the start of each list, and the end of the last
     * @param hashes as {@link ListBuffer#hash} returns them
     * @param places receives the place of each list, or −1 if it is not found; its length is the number of lists
     * @return when this was
     */
    public int find(byte[] bytes, int[] starts, long[] hashes, long[] places) {
        lock.readLock().lock();
        try {
            for (int i = 0; i < places.length; i++) {
                places[i] = table.place(table.slot(hashes[i]));
            }
            readLists(places, places.length);
            for (int i = 0; i < places.length; i++) {
                places[i] = find(bytes, starts[i], starts[i + 1] - starts[i], hashes[i]);
            }
            return epoch;
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Places the lists that were not found. New lists are written. Only in turn.
     *
     * @param found the result of {@link #find(byte[], int[], long[], long[])}
     */
    public void place(byte[] bytes, int[] starts, long[] hashes, long[] places, int found) throws IOException {
        lock.writeLock().lock();
        try {
            for (int i = 0; i < places.length; i++) {
                if (places[i] < 0 || found != epoch) {
                    places[i] = place(bytes, starts[i], starts[i + 1] - starts[i], hashes[i]);
                }
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Reads the memory that the look-ups will read. Look-ups one after another would wait for memory twice each. These
     * reads do not depend on one another, so the processor overlaps them.
     *
     * @param likely scratch, at least one element for each list
     */
    private void readAhead(DistinctLists lists, long[] likely) {
        for (int i = 0; i < lists.size(); i++) {
            likely[i] = table.place(table.slot(lists.hash(i)));
        }
        readLists(likely, lists.size());
    }

    private void readLists(long[] places, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            long at = places[i];
            if (at >= 0 && at < recent.length) {
                sum += recent[(int) at];
            }
        }
        touched = (int) sum;
    }

    /** Returns the place of a list, which is written if it is new. */
    public long place(byte[] bytes, int from, int length, long h) throws IOException {
        long slot = table.slot(h);
        for (long at = table.place(slot); at >= 0; at = table.place(slot)) {
            if (table.hash(slot) == h && same(at, bytes, from, length)) {
                return at;
            }
            slot = table.after(slot);
        }
        long at = out.addList(bytes, from, length);
        remember(at, bytes, from, length);
        table.put(slot, h, at);
        return at;
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
    private boolean same(long at, byte[] bytes, int from, int length) throws IOException {
        if (at + length <= recent.length) {
            return Arrays.equals(recent, (int) at, (int) at + length, bytes, from, from + length);
        }
        if (at + length > out.listBytes()) {
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

    /**
     * The distinct document lists of one partition, encoded as {@link io.whorl.store.DocumentLists} reads them. A list
     * that repeats an earlier one is only compared with it, not encoded: in collections of versions, most do. Reusable.
     * One thread at a time.
     */
    static final class DistinctLists {
        private static final int[] NONE = {};
        /** The bits of a slot that hold the number of a list plus 1; the others hold leading bits of its hash. */
        private static final long NUMBER = (1L << Integer.SIZE) - 1;

        private final ListBuffer code = new ListBuffer();
        private int[] members = new int[1 << 12];
        private int[] frequencies = NONE;
        private int[] first = new int[1 << 10];
        private int[] start = new int[1 << 10];
        private int[] times = new int[1 << 10];
        private long[] hash = new long[1 << 10];
        private long[] table = new long[1 << 11];
        private int size;

        void clear() {
            size = 0;
            start[0] = 0;
            first[0] = 0;
            Arrays.fill(table, 0);
        }

        /** The number of distinct lists. */
        int size() {
            return size;
        }

        byte[] bytes() {
            return code.bytes();
        }

        int start(int list) {
            return start[list];
        }

        int length(int list) {
            return start[list + 1] - start[list];
        }

        long hash(int list) {
            return hash[list];
        }

        /** What a document adds to the hash of a list. The order does not matter, so that the additions overlap. */
        static long mix(int document) {
            long mixed = (document + 1L) * 0x9E3779B97F4A7C15L;
            return mixed ^ mixed >>> 32;
        }

        /**
         * Adds a list.
         *
         * @param documents ascending, distinct
         * @param counts the frequency of each document, or null if the scheme stores none
         * @param sum the sum of {@link #mix} over the documents
         * @return the number of the list; equal lists have the same number
         */
        int add(int[] documents, int[] counts, int n, long sum) {
            // Frequencies hardly ever tell lists apart whose documents are equal, so they are not in the hash.
            long mixed = sum * 0xD6E8FEB86659FD93L;
            long h = mixed ^ mixed >>> 32;
            int mask = table.length - 1;
            int slot = (int) h & mask;
            for (long at = table[slot]; at != 0; at = table[slot]) {
                int other = (int) (at & NUMBER) - 1;
                if (((at ^ h) & ~NUMBER) == 0 && equals(other, documents, counts, n)) {
                    times[other]++;
                    return other;
                }
                slot = slot + 1 & mask;
            }
            table[slot] = h & ~NUMBER | size + 1;
            append(documents, counts, n, h);
            if (size * 2 > table.length) {
                rehash();
            }
            return size - 1;
        }

        private boolean equals(int list, int[] documents, int[] counts, int n) {
            int from = first[list];
            if (first[list + 1] - from != n) {
                return false;
            }
            for (int i = 0; i < n; i++) {
                if (members[from + i] != documents[i]) {
                    return false;
                }
            }
            return counts == null || Arrays.equals(frequencies, from, from + n, counts, 0, n);
        }

        private void append(int[] documents, int[] counts, int n, long h) {
            if (size + 2 > start.length) {
                first = Arrays.copyOf(first, first.length * 2);
                start = Arrays.copyOf(start, start.length * 2);
                times = Arrays.copyOf(times, times.length * 2);
                hash = Arrays.copyOf(hash, hash.length * 2);
            }
            int from = first[size];
            if (n > members.length - from) {
                members = Arrays.copyOf(
                        members, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(members.length * 2L, (long) from + n)));
            }
            System.arraycopy(documents, 0, members, from, n);
            if (counts != null) {
                if (frequencies.length < members.length) {
                    frequencies = Arrays.copyOf(frequencies, members.length);
                }
                System.arraycopy(counts, 0, frequencies, from, n);
            }
            hash[size] = h;
            times[size] = 1;
            int to = code.encode(start[size], documents, counts, n);
            size++;
            first[size] = from + n;
            start[size] = to;
        }

        private void rehash() {
            table = new long[table.length * 2];
            for (int i = 0; i < size; i++) {
                int slot = (int) hash[i] & (table.length - 1);
                while (table[slot] != 0) {
                    slot = slot + 1 & (table.length - 1);
                }
                table[slot] = hash[i] & ~NUMBER | i + 1;
            }
        }

        /**
         * Adds the logarithms of the frequencies of all minutiae that have a list: once for each list, not each
         * minutia.
         */
        void addTo(LogSums logs) {
            for (int i = 0; i < size; i++) {
                logs.add(members, first[i], first[i + 1], times[i]);
            }
        }
    }

    /**
     * A growing buffer of document lists, encoded as {@link io.whorl.store.DocumentLists} reads them. One thread at a
     * time.
     */
    static final class ListBuffer {
        private byte[] bytes = new byte[1 << 12];
        private final int most;
        private long hash;

        public ListBuffer() {
            this(Integer.MAX_VALUE - 16);
        }

        /** @param most the largest number of bytes; tests set a small one */
        public ListBuffer(int most) {
            this.most = most;
        }

        public byte[] bytes() {
            return bytes;
        }

        /** The hash of the list encoded last. Equal lists have equal hashes. */
        public long hash() {
            return hash;
        }

        /**
         * @param from where to write the list in {@link #bytes}
         * @param documents ascending, distinct
         * @param frequencies of each document, or null if the scheme stores none
         * @return the end of the list
         */
        public int encode(int from, int[] documents, int[] frequencies, int n) {
            if (from + (2L * n + 1) * Varint.LONGEST > bytes.length) {
                // Exactly, because the upper bound for a list of millions is many times its length.
                reserve(from, from + length(documents, frequencies, n));
            }
            int to = Varint.put(bytes, from, n);
            long h = n;
            int before = -1;
            for (int i = 0; i < n; i++) {
                to = Varint.put(bytes, to, documents[i] - before - 1L);
                h = mix(h, documents[i]);
                before = documents[i];
                if (frequencies != null) {
                    to = Varint.put(bytes, to, frequencies[i]);
                    h = mix(h, frequencies[i]);
                }
            }
            hash = h ^ h >>> 32;
            return to;
        }

        private static long length(int[] documents, int[] frequencies, int n) {
            long length = Varint.length(n);
            int before = -1;
            for (int i = 0; i < n; i++) {
                length += Varint.length(documents[i] - before - 1L);
                before = documents[i];
                length += frequencies == null ? 0 : Varint.length(frequencies[i]);
            }
            return length;
        }

        private void reserve(int from, long to) {
            LimitExceededException.require(
                    "bytes of lists encoded together",
                    to,
                    most,
                    "merge fewer segments together, or build from fewer documents");
            if (to > bytes.length) {
                long grown = from == 0 ? to + to / 8 : Math.max(to, bytes.length * 2L);
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, grown));
            }
        }

        private static long mix(long h, int value) {
            return Long.rotateLeft((h ^ value) * 0x9E3779B97F4A7C15L, 29);
        }
    }

    /**
     * An open-addressed hash table from the hashes of lists to their places. It is in heap while it fits, and then in a
     * mapped scratch file. One thread at a time.
     */
    private static final class ListHashTable implements Closeable {
        private static final int LEAST_SLOTS = 1 << 12;
        /**
         * The longs of a slot: a hash, and the place plus 1, or 0 if the slot is free. They are adjacent, so one cache
         * line holds both.
         */
        private static final int SLOT = 2;
        /** A larger table does not fit one array. */
        private static final long MOST_IN_HEAP = 1 << 30;

        private final long memory;
        private final ScratchSpace scratch;
        private Optional<TempFile> file = Optional.empty();
        private ScratchLongs cells;
        private long mask;
        private long size;

        /** @param memory bytes of heap that the table may use, and half as many more while it grows */
        ListHashTable(long memory, ScratchSpace scratch) throws IOException {
            this.memory = Math.min(memory, MOST_IN_HEAP);
            this.scratch = scratch;
            forget();
        }

        /** The first slot of a hash. */
        long slot(long hash) {
            return (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
        }

        /** The next slot to try. */
        long after(long slot) {
            return (slot + 1) & mask;
        }

        /** The place in a slot, or −1 if it is free. */
        long place(long slot) {
            return cells.get(slot * SLOT + 1) - 1;
        }

        long hash(long slot) {
            return cells.get(slot * SLOT);
        }

        /** Puts a place into a free slot. */
        void put(long slot, long hash, long place) throws IOException {
            set(slot, hash, place);
            if (++size * 2 > mask + 1) {
                grow();
            }
        }

        private void set(long slot, long hash, long place) {
            cells.set(slot * SLOT, hash);
            cells.set(slot * SLOT + 1, place + 1);
        }

        private void grow() throws IOException {
            ScratchLongs before = cells;
            Optional<TempFile> beforeIn = file;
            try {
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
            } finally {
                close(beforeIn);
            }
        }

        private void make(long slots) throws IOException {
            long bytes = slots * SLOT * Long.BYTES;
            file = slots > LEAST_SLOTS && bytes > memory ? Optional.of(new TempFile(scratch)) : Optional.empty();
            cells = new ScratchLongs(slots * SLOT, file);
            mask = slots - 1;
        }

        /** Removes all places and shrinks the table. */
        void forget() throws IOException {
            close();
            make(LEAST_SLOTS);
            size = 0;
        }

        /** The number of places. */
        long size() {
            return size;
        }

        /** Releases the scratch file. */
        @Override
        public void close() throws IOException {
            close(file);
        }

        private static void close(Optional<TempFile> file) throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }
}
