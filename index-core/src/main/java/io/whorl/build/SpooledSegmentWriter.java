package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.build.PostingSpool.PostingBlock;
import io.whorl.scheme.Scheme;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes spooled postings to a segment file and forces it to disk. A file that fails is deleted. Used once.
 *
 * @param stored what the segment stores of its documents
 * @param memory bytes, half of which the spools use
 * @param workers the number of threads in {@code threads}
 * @param scratch space for data that do not fit the memory
 * @param common receives the most common minutiae
 */
record SpooledSegmentWriter(
        Scheme scheme,
        StoredKinds stored,
        long memory,
        int workers,
        ParallelTasks.Runner threads,
        ScratchSpace scratch,
        CommonMinutiae common) {
    /** Bytes to sort one posting: twice its key and document, and a table entry. */
    private static final int SORTED_POSTING = 40;

    private static final int COUNT = 8;
    private static final int MOST_PART_BITS = 12;
    /** About the bytes that a slice takes, however few postings it has: its tasks and its runs of entries. */
    private static final int SLICE = 192;

    /** The largest number of postings sorted together: their encoded lists must fit one array. */
    private static final long MOST_SORTED = 1 << 26;

    private static final long LEAST_SORTED = 1 << 12;

    /** @param forced whether the file is forced to disk */
    public SegmentCounts write(Path file, List<PostingSpool> spools, NewDocuments documents, boolean forced)
            throws IOException {
        PostingSpool.SpooledPostings spooled = new PostingSpool.SpooledPostings(spools);
        int partBits = partBits(spooled);
        SegmentWriter.Rest rest = new SegmentWriter.Rest(Optional.of(documents::next), stored, forced);
        int count = PostingSpool.PARTITIONS << partBits;
        return SegmentSlices.write(file, scheme, documents, rest, count, memory, common, threads, scratch, slices -> {
            List<PartitionSorter> sorters = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                sorters.add(new PartitionSorter(spooled, partBits, documents.ordinals(), slices.new Output()));
            }
            slices.make(sorters);
            spooled.forget();
            sorters.forEach(sorter -> documents.addMinutiae(sorter.output.minutiaeOf()));
        });
    }

    /**
     * Leading bits of a key that divide each partition into slices, so that the slices of all threads fit the memory.
     * All partitions have as many slices, so a partition that is much larger than others does not decide this alone.
     */
    private int partBits(PostingSpool.SpooledPostings spooled) {
        int most = Math.max(partBits(spooled.count() / PostingSpool.PARTITIONS), affordableBits());
        return Math.min(most, partBits(spooled.largestPartition()));
    }

    /** @param postings of a partition */
    private int partBits(long postings) {
        int bits = 0;
        while (postings >> bits > sortedTogether() && bits < MOST_PART_BITS) {
            bits++;
        }
        return bits;
    }

    /** The bits for as many slices as a quarter of the memory allows. */
    private int affordableBits() {
        long slices = memory / 4 / SLICE / PostingSpool.PARTITIONS;
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, slices));
    }

    /** The number of postings that a thread sorts at a time. */
    private long sortedTogether() {
        long bytes = SORTED_POSTING + (scheme.frequencies() ? COUNT : 0);
        return Math.max(LEAST_SORTED, Math.min(memory / 4 / workers / bytes, MOST_SORTED));
    }

    /**
     * Makes the slices of a segment from spooled postings: sorts the postings of a slice, groups them by minutia, and
     * finds the distinct lists. Several sorters run in parallel. Reusable. One thread at a time.
     */
    final class PartitionSorter implements SegmentSlices.Maker {
        private static final int MOST = Integer.MAX_VALUE - 8;
        private static final int[] NONE = {};

        private final PostingSpool.SpooledPostings spooled;
        private final int partBits;
        private final int keyBits;
        private final boolean frequencies;
        private final boolean packed;
        private final SegmentSlices.Output output;
        private final int[] ordinals;

        private final PostingSort sort;
        /** The postings to hold before repeated ones are united. */
        private final int room;

        private int[] group = new int[64];
        private int[] groupFrequencies;
        private int taken;
        private int untilUnited;
        /** The least and the greatest key that are taken. */
        private long first;

        private long last;

        /**
         * @param partBits leading bits of a key that select a slice of its partition
         * @param ordinals of the documents, by arrival
         */
        PartitionSorter(
                PostingSpool.SpooledPostings spooled, int partBits, int[] ordinals, SegmentSlices.Output output) {
            this.spooled = spooled;
            this.partBits = partBits;
            this.ordinals = ordinals;
            this.output = output;
            // Slices differ in size, so allow a little more: uniting repeated postings takes a sort.
            room = (int) (sortedTogether() * 5 / 4);
            frequencies = scheme.frequencies();
            groupFrequencies = frequencies ? new int[64] : NONE;
            keyBits = scheme.hashing().bits() - PostingSpool.PARTITION_BITS;
            packed = PostingBlock.packs(keyBits, frequencies);
            sort = new PostingSort(packed);
        }

        @Override
        public void make(int slice) throws IOException {
            int partition = slice >>> partBits;
            long width = 1L << (keyBits - partBits);
            first = (slice & ((1 << partBits) - 1)) * width;
            long end = first + width - 1;
            output.begin(slice);
            for (sort(partition, end); last < end; sort(partition, end)) {
                output.handIn();
                first = last + 1;
            }
            output.finish();
        }

        /**
         * Sorts the postings of a partition from the key {@link #first} to {@link #last}: to {@code end}, or less if
         * they do not fit, because minutiae that were chosen share more leading bits than hashes do.
         */
        private void sort(int partition, long end) throws IOException {
            last = end;
            taken = 0;
            untilUnited = room;
            spooled.read(partition, (block, from, to) -> {
                if (taken + to - from > untilUnited) {
                    unite();
                }
                take(block, from, to);
            });
            group(partition);
        }

        private void group(int partition) throws IOException {
            sort.sort(taken, bits());
            long high = (long) partition << keyBits;
            int to;
            for (int from = 0; from < taken; from = to) {
                long key = sort.key(from);
                to = from + 1;
                while (to < taken && sort.key(to) == key) {
                    to++;
                }
                int n = distinct(from, to);
                boolean inline = n == 1 && (!frequencies || groupFrequencies[0] == 1);
                output.add(high | key, inline ? group[0] : output.list(group, groupFrequencies, n), n);
            }
        }

        /** The low bits in which the keys differ. */
        private int bits() {
            return Long.SIZE - Long.numberOfLeadingZeros(first ^ last);
        }

        /**
         * Unites repeated postings, so that the heap grows only with the distinct ones. Drops those with the greater
         * keys if there are too many, except those of a single key.
         */
        private void unite() {
            sort.sort(taken, bits());
            taken = sort.unite(taken);
            if (taken > room) {
                long middle = sort.key(taken / 2);
                last = middle == sort.key(0) ? middle : middle - 1;
                while (sort.key(taken - 1) > last) {
                    taken--;
                }
            }
            untilUnited = (int) Math.min(MOST, Math.max(room, 2L * taken));
        }

        private void take(PostingBlock block, int from, int to) {
            sort.reserveMore(taken, to - from);
            long[] keys = sort.keys();
            long[] values = sort.values();
            int at = taken;
            for (int i = from; i < to; i++) {
                long posting = block.keys[i];
                long key = packed ? posting >>> PostingBlock.DOCUMENT_BITS : posting;
                int ordinal = ordinals[(int) (packed ? posting : block.values[i] >>> Integer.SIZE)];
                keys[at] = packed ? (posting & PostingBlock.KEY) | ordinal : key;
                if (!packed) {
                    values[at] = ((long) ordinal << Integer.SIZE) | (int) block.values[i];
                }
                // Without a branch: negative if the key is out of range, or the ordinal is LEFT_OUT.
                at += (int) (~((key - first) | (last - key) | ordinal) >>> (Long.SIZE - 1));
            }
            taken = at;
        }

        /**
         * Sorts the documents of a group into {@link #group}, each once, with their frequencies. Returns their number.
         */
        private int distinct(int from, int to) {
            int size = to - from;
            if (group.length < size) {
                int length = (int) Math.min(MOST, Math.max(size, group.length * 2L));
                group = new int[length];
                groupFrequencies = frequencies ? new int[length] : NONE;
            }
            long[] values = sort.values();
            if (size > 1 && !packed) {
                Arrays.sort(values, from, to);
            }
            int n = 0;
            for (int i = from; i < to; i++) {
                int document = sort.document(i);
                boolean repeated = n > 0 && group[n - 1] == document;
                if (!repeated) {
                    group[n++] = document;
                }
                if (frequencies) {
                    groupFrequencies[n - 1] =
                            (int) (repeated ? PostingBlock.sum(groupFrequencies[n - 1], values[i]) : values[i]);
                }
            }
            return n;
        }

        /**
         * Sorts postings, held in arrays, by minutia: a stable radix sort from the least significant digit. Packed
         * postings are sorted by minutia and document. Minutiae are hashes, so a few more leading bits than it takes to
         * number the postings leave hardly anything to sort; the passes over the lower bits are replaced by one that
         * looks for disorder. Reusable. One thread at a time.
         */
        static final class PostingSort {
            private static final int DIGIT = 11;
            private static final int RADIX = 1 << DIGIT;
            /** Leading bits to sort packed postings by, beyond those that number the postings. */
            private static final int SPARE_BITS = 5;

            private static final int FEW = 24;

            private static final int MOST = Integer.MAX_VALUE - 8;

            private final boolean packed;
            private long[] keys = PostingBlock.NONE;
            private long[] values = PostingBlock.NONE;
            private long[] otherKeys = PostingBlock.NONE;
            private long[] otherValues = PostingBlock.NONE;
            private final int[] start = new int[RADIX];
            private final int[] place = new int[RADIX];

            /** @param packed whether postings are packed; see {@link PostingBlock} */
            PostingSort(boolean packed) {
                this.packed = packed;
            }

            /** Makes room for {@code n} postings after the first {@code held}, which are kept. */
            void reserveMore(int held, int n) {
                if (n > keys.length - held) {
                    long wanted = (long) held + n;
                    LimitExceededException.require(
                            "distinct postings sorted together",
                            wanted,
                            MOST,
                            "give the build less memory, so that its runs are smaller, or build several indexes");
                    int size = (int) Math.min(MOST, Math.max(wanted, keys.length * 3L / 2));
                    keys = Arrays.copyOf(keys, size);
                    values = packed ? values : Arrays.copyOf(values, size);
                    otherKeys = new long[size];
                    otherValues = packed ? otherValues : new long[size];
                }
            }

            long[] keys() {
                return keys;
            }

            long key(int i) {
                return packed ? keys[i] >>> PostingBlock.DOCUMENT_BITS : keys[i];
            }

            int document(int i) {
                return packed ? (int) keys[i] : (int) (values[i] >>> Integer.SIZE);
            }

            /** The values of the postings; empty if they are packed. */
            long[] values() {
                return values;
            }

            /**
             * Sorts the first {@code n} postings by the low {@code bits} bits of their keys; the others must be equal.
             */
            void sort(int n, int bits) {
                if (n < 2) {
                    return;
                }
                int low = packed ? PostingBlock.DOCUMENT_BITS : 0;
                int sorted =
                        packed ? Math.min(bits, Integer.SIZE - Integer.numberOfLeadingZeros(n) + SPARE_BITS) : bits;
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
                    dealValues(n, shift, mask);
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

            /** Moves the values as {@link #deal} will move the keys. */
            private void dealValues(int n, int shift, int mask) {
                System.arraycopy(start, 0, place, 0, mask + 1);
                long[] from = values;
                values = otherValues;
                otherValues = from;
                for (int i = 0; i < n; i++) {
                    values[place[(int) (keys[i] >>> shift) & mask]++] = from[i];
                }
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

            /** Unites neighbours with the same minutia and document, and returns how many postings remain. */
            int unite(int n) {
                int to = 0;
                for (int i = 0; i < n; i++) {
                    if (to > 0 && keys[to - 1] == keys[i] && (packed || document(to - 1) == document(i))) {
                        if (!packed) {
                            values[to - 1] = PostingBlock.sum(values[to - 1], values[i]);
                        }
                        continue;
                    }
                    keys[to] = keys[i];
                    if (!packed) {
                        values[to] = values[i];
                    }
                    to++;
                }
                return to;
            }
        }
    }
}
