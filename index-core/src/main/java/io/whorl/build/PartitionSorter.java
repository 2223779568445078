package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.store.LogSums;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Makes the slices of a segment from spooled postings: sorts the postings of a slice, groups them by minutia, and finds
 * the distinct lists. Several sorters run in parallel. Reusable. One thread at a time.
 */
final class PartitionSorter implements SegmentSlices.Maker {
    private static final int MOST = Integer.MAX_VALUE - 8;
    private static final int[] NONE = {};

    private final PostingSpool.SpooledPostings spooled;
    private final int partBits;
    private final int keyBits;
    private final boolean frequencies;
    private final boolean packed;
    private final DocumentOrder documents;
    private final SegmentSlices.Output output;
    private final int[] ordinals;
    private final int[] minutiaeOf;
    private final LogSums logs;
    private final PostingSort sort;
    private final int room;
    private final ListPool.DistinctLists lists;
    private int[] group = new int[64];
    private int[] groupFrequencies;
    private long[] pairs = new long[64];
    private long postings;
    private long singletons;
    private int taken;
    private int untilUnited;
    private boolean crowded;

    /**
     * @param bits W
     * @param partBits leading bits of a key that select a slice of its partition
     * @param documents gives the ordinals by arrival
     * @param others documents of the index that are not in the segment
     * @param room postings to hold before repeated ones are united
     */
    PartitionSorter(
            PostingSpool.SpooledPostings spooled,
            int bits,
            int partBits,
            boolean frequencies,
            DocumentOrder documents,
            long others,
            int room,
            SegmentSlices.Output output) {
        this.spooled = spooled;
        this.partBits = partBits;
        this.room = room;
        this.frequencies = frequencies;
        this.documents = documents;
        this.output = output;
        groupFrequencies = frequencies ? new int[64] : NONE;
        lists = new ListPool.DistinctLists(output.lists());
        keyBits = bits - PostingSpool.PARTITION_BITS;
        packed = PostingBlock.packs(keyBits, frequencies);
        sort = new PostingSort(packed, frequencies);
        ordinals = documents.ordinals();
        minutiaeOf = new int[ordinals.length];
        logs = new LogSums((int) documents.count(), others);
    }

    @Override
    public void make(int slice) throws IOException {
        int partition = slice >>> partBits;
        int part = slice & (1 << partBits) - 1;
        output.begin(slice);
        if (!sort(partition, part)) {
            new SliceRanges(spooled, partition, keyBits, room, (first, last, bits) -> {
                        sortRange(partition, first, last, bits);
                        output.handIn();
                    })
                    .divide(part, partBits);
        }
        output.finish();
    }

    /**
     * Sorts the slice of a partition whose keys begin with {@code part}.
     *
     * @return false if the slice is crowded: its distinct postings do not fit, because minutiae that were chosen share
     *     more leading bits than hashes do. Then none of them is counted, and it must be sorted in ranges
     */
    private boolean sort(int partition, int part) throws IOException {
        taken = 0;
        crowded = false;
        int shift = keyBits - partBits;
        untilUnited = room;
        spooled.read(partition, (block, from, to) -> {
            if (taken + to - from > untilUnited && !crowded) {
                unite(shift);
                crowded = taken > room;
            }
            if (!crowded) {
                take(block, from, to, part, shift);
            }
        });
        if (crowded) {
            discard();
            return false;
        }
        group(partition, shift);
        return true;
    }

    /**
     * Sorts a range of the keys of a partition. It should have at most {@code room} distinct postings, unless it is a
     * single key.
     *
     * @param bits the low bits in which the keys differ
     */
    private void sortRange(int partition, long first, long last, int bits) throws IOException {
        taken = 0;
        untilUnited = room;
        spooled.read(partition, (block, from, to) -> {
            if (taken + to - from > untilUnited) {
                unite(bits);
            }
            takeRange(block, from, to, first, last);
        });
        group(partition, bits);
    }

    private void group(int partition, int bits) throws IOException {
        sort.sort(taken, bits);
        lists.clear();
        long high = (long) partition << keyBits;
        if (packed) {
            groupPacked(high);
        } else {
            groupPairs(high);
        }
        lists.addTo(logs);
    }

    /** Unites repeated postings, so that the heap grows only with the distinct ones. */
    private void unite(int bits) {
        sort.sort(taken, bits);
        taken = sort.unite(taken, this::uncount);
        untilUnited = (int) Math.min(MOST, Math.max(room, 2L * taken));
    }

    /** Forgets the postings that were taken. */
    private void discard() {
        for (int i = 0; i < taken; i++) {
            uncount(packed ? (int) sort.keys()[i] : sort.documents()[i]);
        }
        taken = 0;
    }

    /** A repeated posting was counted, because most postings are not repeated. */
    private void uncount(int ordinal) {
        minutiaeOf[documents.arrival(ordinal)]--;
    }

    private void take(PostingBlock block, int from, int to, int part, int shift) {
        sort.reserveMore(taken, to - from);
        if (packed) {
            takePacked(block.keys, from, to, part, shift);
            return;
        }
        int at = taken;
        for (int i = from; i < to; i++) {
            int document = block.documents[i];
            int ordinal = ordinals[document];
            sort.keys()[at] = block.keys[i];
            sort.documents()[at] = ordinal;
            if (frequencies) {
                sort.counts()[at] = block.counts[i];
            }
            int kept = ordinal == DocumentOrder.LEFT_OUT || block.keys[i] >>> shift != part ? 0 : 1;
            minutiaeOf[document] += kept;
            at += kept;
        }
        taken = at;
    }

    private void takePacked(long[] block, int from, int to, int part, int shift) {
        long[] keys = sort.keys();
        int at = taken;
        for (int i = from; i < to; i++) {
            long posting = block[i];
            // In the order of arrival, so these two reads stay in the caches. By ordinal they might not.
            int document = (int) posting;
            int ordinal = ordinals[document];
            keys[at] = posting & PostingBlock.KEY | ordinal;
            int kept = ordinal == DocumentOrder.LEFT_OUT || posting >>> PostingBlock.DOCUMENT_BITS >>> shift != part
                    ? 0
                    : 1;
            minutiaeOf[document] += kept;
            at += kept;
        }
        taken = at;
    }

    private void takeRange(PostingBlock block, int from, int to, long first, long last) {
        sort.reserveMore(taken, to - from);
        for (int i = from; i < to; i++) {
            long key = block.key(i);
            int document = block.document(i);
            int ordinal = ordinals[document];
            if (key < first || key > last || ordinal == DocumentOrder.LEFT_OUT) {
                continue;
            }
            if (packed) {
                sort.keys()[taken] = key << PostingBlock.DOCUMENT_BITS | ordinal;
            } else {
                sort.keys()[taken] = key;
                sort.documents()[taken] = ordinal;
            }
            if (frequencies) {
                sort.counts()[taken] = block.counts[i];
            }
            minutiaeOf[document]++;
            taken++;
        }
    }

    /** Groups packed postings, which are in the order of their documents too. */
    private void groupPacked(long high) throws IOException {
        long[] keys = sort.keys();
        int to;
        for (int from = 0; from < taken; from = to) {
            long before = keys[from];
            long key = before >>> PostingBlock.DOCUMENT_BITS;
            to = from + 1;
            if (to == taken || keys[to] >>> PostingBlock.DOCUMENT_BITS != key) {
                output.add(high | key, (int) before);
                singletons++;
                continue;
            }
            int n = 1;
            group[0] = (int) before;
            long hash = ListPool.mix((int) before);
            for (; to < taken && keys[to] >>> PostingBlock.DOCUMENT_BITS == key; to++) {
                if (keys[to] == before) {
                    uncount((int) before);
                    continue;
                }
                before = keys[to];
                if (n == group.length) {
                    group = Arrays.copyOf(group, (int) Math.min(MOST, n * 2L));
                }
                group[n++] = (int) before;
                hash += ListPool.mix((int) before);
            }
            addGroup(high | key, n, hash);
            postings += n - 1;
        }
        postings += output.size();
    }

    private void groupPairs(long high) throws IOException {
        long[] keys = sort.keys();
        int to;
        for (int from = 0; from < taken; from = to) {
            to = from + 1;
            while (to < taken && keys[to] == keys[from]) {
                to++;
            }
            int n = distinct(from, to);
            long hash = 0;
            for (int i = 0; i < n; i++) {
                hash += ListPool.mix(group[i]);
            }
            addGroup(high | keys[from], n, hash);
            postings += n;
        }
    }

    private void addGroup(long minutia, int n, long hash) throws IOException {
        singletons += n == 1 ? 1 : 0;
        if (n == 1 && (!frequencies || groupFrequencies[0] == 1)) {
            output.add(minutia, group[0]);
        } else {
            output.add(minutia, SegmentSlices.Output.payload(lists.add(group, groupFrequencies, n, hash)));
        }
    }

    /** Sorts the documents of a group into {@link #group}, each once, with their frequencies. Returns their number. */
    private int distinct(int from, int to) {
        int size = to - from;
        if (pairs.length < size) {
            int length = (int) Math.min(MOST, Math.max(size, pairs.length * 2L));
            pairs = new long[length];
            group = new int[length];
            groupFrequencies = frequencies ? new int[length] : NONE;
        }
        for (int i = 0; i < size; i++) {
            int count = frequencies ? sort.counts()[from + i] : 1;
            pairs[i] = (long) sort.documents()[from + i] << Integer.SIZE | count;
        }
        if (size > 1) {
            Arrays.sort(pairs, 0, size);
        }
        int n = 0;
        for (int i = 0; i < size; i++) {
            int document = (int) (pairs[i] >>> Integer.SIZE);
            boolean repeated = n > 0 && group[n - 1] == document;
            if (repeated) {
                uncount(document);
            } else {
                group[n++] = document;
            }
            if (frequencies) {
                groupFrequencies[n - 1] =
                        repeated ? PostingSpool.sum(groupFrequencies[n - 1], (int) pairs[i]) : (int) pairs[i];
            }
        }
        return n;
    }

    long postings() {
        return postings;
    }

    long singletons() {
        return singletons;
    }

    /** The number of minutiae of each document so far, by arrival. */
    int[] minutiaeOf() {
        return minutiaeOf;
    }

    /** The sums of ln f_t of each document so far. */
    LogSums logs() {
        return logs;
    }

    /**
     * Sorts postings, held in arrays, by minutia: a stable radix sort from the least significant digit. Packed postings
     * are sorted by minutia and document. Minutiae are hashes, so a few more leading bits than it takes to number the
     * postings leave hardly anything to sort; the passes over the lower bits are replaced by one that looks for
     * disorder. Reusable. One thread at a time.
     */
    static final class PostingSort {
        private static final int DIGIT = 11;
        private static final int RADIX = 1 << DIGIT;
        /** Leading bits to sort packed postings by, beyond those that number the postings. */
        private static final int SPARE_BITS = 5;

        private static final int FEW = 24;
        private static final int[] NONE = {};

        private final boolean packed;
        private final boolean counted;
        private final int most;
        private long[] keys = new long[0];
        private int[] documents = NONE;
        private int[] counts = NONE;
        private long[] otherKeys = new long[0];
        private int[] otherInts = NONE;
        private final int[] start = new int[RADIX];
        private final int[] place = new int[RADIX];

        /**
         * @param packed whether postings are packed; see {@link PostingBlock}
         * @param counted whether postings have counts
         */
        PostingSort(boolean packed, boolean counted) {
            this(packed, counted, Integer.MAX_VALUE - 8);
        }

        /** @param most the largest number of postings; tests set a small one */
        PostingSort(boolean packed, boolean counted, int most) {
            this.packed = packed;
            this.counted = counted;
            this.most = most;
        }

        /** Makes room for {@code n} postings after the first {@code held}, which are kept. */
        void reserveMore(int held, int n) {
            if (n > keys.length - held) {
                long wanted = (long) held + n;
                LimitExceededException.require(
                        "distinct postings sorted together",
                        wanted,
                        most,
                        "give the build less memory, so that its runs are smaller, or build several indexes");
                int size = (int) Math.min(most, Math.max(wanted, keys.length * 3L / 2));
                keys = Arrays.copyOf(keys, size);
                documents = packed ? NONE : Arrays.copyOf(documents, size);
                counts = counted ? Arrays.copyOf(counts, size) : NONE;
                otherKeys = new long[size];
                otherInts = packed && !counted ? NONE : new int[size];
            }
        }

        long[] keys() {
            return keys;
        }

        /** The documents of the postings; empty if they are packed. */
        int[] documents() {
            return documents;
        }

        /** The counts of the postings; empty if they have none. */
        int[] counts() {
            return counts;
        }

        /** Sorts the first {@code n} postings by the low {@code bits} bits of their keys; the others must be equal. */
        void sort(int n, int bits) {
            if (n < 2) {
                return;
            }
            int low = packed ? PostingBlock.DOCUMENT_BITS : 0;
            int sorted = packed ? Math.min(bits, Integer.SIZE - Integer.numberOfLeadingZeros(n) + SPARE_BITS) : bits;
            int passes = (sorted + DIGIT - 1) / DIGIT;
            int from = low + bits - sorted;
            for (int left = passes; left > 0; left--) {
                int digit = (low + bits - from) / left;
                pass(n, from, digit);
                from += digit;
            }
            if (packed) {
                order(n, low + bits - sorted);
            }
        }

        private void pass(int n, int shift, int digitBits) {
            int mask = (1 << digitBits) - 1;
            Arrays.fill(start, 0, mask + 1, 0);
            for (int i = 0; i < n; i++) {
                start[(int) (keys[i] >>> shift) & mask]++;
            }
            int sum = 0;
            for (int d = 0; d <= mask; d++) {
                int count = start[d];
                start[d] = sum;
                sum += count;
            }
            if (!packed) {
                documents = deal(documents, n, shift, mask);
            }
            if (counted) {
                counts = deal(counts, n, shift, mask);
            }
            deal(n, shift, mask);
        }

        private void deal(int n, int shift, int mask) {
            long[] from = keys;
            long[] to = otherKeys;
            for (int i = 0; i < n; i++) {
                long key = from[i];
                to[start[(int) (key >>> shift) & mask]++] = key;
            }
            keys = to;
            otherKeys = from;
        }

        /** Moves the elements of another array as {@link #deal(int, int, int)} will move the keys. */
        private int[] deal(int[] from, int n, int shift, int mask) {
            System.arraycopy(start, 0, place, 0, mask + 1);
            int[] to = otherInts;
            for (int i = 0; i < n; i++) {
                to[place[(int) (keys[i] >>> shift) & mask]++] = from[i];
            }
            otherInts = from;
            return to;
        }

        /** Sorts packed postings that are sorted by the bits from {@code shift} on. */
        private void order(int n, int shift) {
            // A radix sort orders unsigned numbers.
            long before = Long.MIN_VALUE;
            for (int i = 0; i < n; i++) {
                long posting = keys[i] + Long.MIN_VALUE;
                if (before <= posting) {
                    before = posting;
                    continue;
                }
                long high = keys[i] >>> shift;
                int from = i;
                while (from > 0 && keys[from - 1] >>> shift == high) {
                    from--;
                }
                int to = i;
                while (to < n && keys[to] >>> shift == high) {
                    to++;
                }
                // They have one leading bit, so signed order is unsigned order.
                sortRange(from, to);
                i = to - 1;
                before = keys[i] + Long.MIN_VALUE;
            }
        }

        private void sortRange(int from, int to) {
            if (to - from > FEW) {
                Arrays.sort(keys, from, to);
                return;
            }
            for (int i = from + 1; i < to; i++) {
                long posting = keys[i];
                int j = i;
                for (; j > from && keys[j - 1] > posting; j--) {
                    keys[j] = keys[j - 1];
                }
                keys[j] = posting;
            }
        }

        /**
         * Unites neighbours with the same minutia and document.
         *
         * @param dropped receives the document of each posting that was united with another
         * @return how many postings remain
         */
        int unite(int n, IntConsumer dropped) {
            int to = 0;
            for (int i = 0; i < n; i++) {
                if (to > 0 && keys[to - 1] == keys[i] && (packed || documents[to - 1] == documents[i])) {
                    if (counted) {
                        counts[to - 1] = PostingSpool.sum(counts[to - 1], counts[i]);
                    }
                    dropped.accept(packed ? (int) keys[i] : documents[i]);
                    continue;
                }
                keys[to] = keys[i];
                if (!packed) {
                    documents[to] = documents[i];
                }
                if (counted) {
                    counts[to] = counts[i];
                }
                to++;
            }
            return to;
        }
    }

    /**
     * Divides the keys of a slice of a partition into ranges that fit the memory: the postings are counted by some
     * further leading bits, and again within each value of these bits that has too many. Only minutiae that were chosen
     * crowd a slice; hashes do not. One thread at a time.
     */
    private static final class SliceRanges {
        private static final int STEP = 12;

        private final PostingSpool.SpooledPostings spooled;
        private final int partition;
        private final int keyBits;
        private final int room;
        private final Sink sink;

        /** Receives ranges, in ascending order. */
        interface Sink {
            /** @param bits the low bits in which the keys of the range differ */
            void take(long first, long last, int bits) throws IOException;
        }

        /**
         * @param keyBits bits of a key
         * @param room postings of a range, unless it is a single key
         */
        SliceRanges(PostingSpool.SpooledPostings spooled, int partition, int keyBits, int room, Sink sink) {
            this.spooled = spooled;
            this.partition = partition;
            this.keyBits = keyBits;
            this.room = room;
            this.sink = sink;
        }

        /**
         * Passes the keys that begin with a prefix to the sink.
         *
         * @param prefixBits bits of the prefix, fewer than a key has
         */
        void divide(long prefix, int prefixBits) throws IOException {
            int bits = keyBits - prefixBits;
            int low = bits - Math.min(STEP, bits);
            long[] counts = counts(prefix, bits, low);
            long begin = prefix << bits;
            int from = 0;
            long held = 0;
            for (int i = 0; i < counts.length; i++) {
                if (held + counts[i] > room) {
                    pass(begin, from, i, low, held, bits);
                    from = i;
                    held = 0;
                }
                if (counts[i] > room && low > 0) {
                    divide(begin >>> low | i, keyBits - low);
                    from = i + 1;
                } else {
                    held += counts[i];
                }
            }
            pass(begin, from, counts.length, low, held, bits);
        }

        private void pass(long begin, int from, int to, int low, long held, int bits) throws IOException {
            if (held > 0) {
                sink.take(begin + ((long) from << low), begin + ((long) to << low) - 1, bits);
            }
        }

        /** The number of postings for each value of the bits of a key from {@code low} on, after the prefix. */
        private long[] counts(long prefix, int bits, int low) throws IOException {
            long[] counts = new long[1 << bits - low];
            spooled.read(partition, (block, from, to) -> {
                for (int i = from; i < to; i++) {
                    long key = block.key(i);
                    if (key >>> bits == prefix) {
                        counts[(int) (key >>> low) & counts.length - 1]++;
                    }
                }
            });
            return counts;
        }
    }
}
