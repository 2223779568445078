package io.whorl.minutiae;

import io.whorl.LimitExceededException;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The minutiae selected from one document, in bounded memory. A small number is kept in the order of selection. Beyond
 * a threshold, they are sorted and counted continuously, so that the heap grows only with the distinct ones. Minutiae
 * that exceed the memory go to scratch files in sorted runs. Reusable; one thread at a time.
 */
public final class DocumentMinutiae implements Closeable {
    /** The maximum heap per distinct minutia in bytes, for growing arrays, unmerged minutiae and sorting. */
    static final int BYTES = 48;

    private static final long[] NO_MINUTIAE = {};
    private static final int[] NO_COUNTS = {};
    private static final int LEAST_PLAIN = 1 << 12;
    private static final int MOST_PLAIN = 1 << 20;
    private static final int MOST_IN_RUN = 1 << 26;

    private final boolean frequencies;
    private final long memory;
    private final long most;
    private final int plain;
    private final Optional<ScratchSpace> scratch;
    private final CountedMinutiae counted = new CountedMinutiae();
    private final int bits;
    private SelectedChunks selected = new SelectedChunks(false);
    private MinutiaSort sort;
    /** Minutiae, with their top bit flipped, and counts. */
    private Optional<LongTriples.Runs> spilled = Optional.empty();

    private int threshold;

    /**
     * Creates an empty set.
     *
     * @param scheme the scheme of the documents
     * @param memory the heap bytes that the minutiae of a large document may take, at least 0; about 200 KiB are always
     *     taken
     * @param scratch the space of scratch files for minutiae that exceed the memory; without it, they are refused
     */
    public DocumentMinutiae(Scheme scheme, long memory, Optional<ScratchSpace> scratch) {
        bits = scheme.hashing().bits();
        sort = new MinutiaSort(bits);
        frequencies = scheme.frequencies();
        this.memory = memory;
        this.scratch = scratch;
        plain = (int) Math.max(LEAST_PLAIN, Math.min(MOST_PLAIN, memory / BYTES / 2));
        // Spilling takes half of the memory.
        most = Math.max(plain, scratch.isEmpty() ? memory / BYTES : Math.min(MOST_IN_RUN, memory / BYTES / 2));
        threshold = plain;
    }

    public long memory() {
        return memory;
    }

    /**
     * Receives minutiae as they are selected, until {@link #clear}. {@link #settle} must be called after each block.
     */
    public SelectedChunks selected() {
        return selected;
    }

    /** True if {@link #selected} holds all minutiae. They may repeat. */
    public boolean isPlain() {
        return counted.size == 0 && spilled.isEmpty();
    }

    /** Reduces the minutiae to the given memory. */
    void settle() throws IOException {
        if (selected.size() >= threshold) {
            merge();
        }
    }

    void finish() throws IOException {
        settle();
        if (!isPlain()) {
            merge();
        }
    }

    private void sortAndCount() {
        sort.sort(selected.array(), selected.size());
        counted.add(selected.array(), selected.size());
        selected.clear();
    }

    private void merge() throws IOException {
        sortAndCount();
        if (counted.size > most) {
            spill();
        }
        // Proportional to the merged minutiae, so that the time of merging is linear.
        threshold = Math.max(plain, counted.size / 2);
    }

    private void spill() throws IOException {
        if (scratch.isEmpty()) {
            throw new LimitExceededException(
                    "distinct minutiae of one text",
                    counted.size,
                    most,
                    "this is what the memory given (" + memory + " bytes) allows: give more memory (java -Xmx),"
                            + " choose a"
                            + " selection that keeps fewer minutiae, such as mod, or split the text");
        }
        if (spilled.isEmpty()) {
            spilled = Optional.of(new LongTriples.Runs(Long.MAX_VALUE, memory / 4, scratch.get()));
        }
        long[] triples = new long[3 * counted.size];
        for (int i = 0; i < counted.size; i++) {
            triples[3 * i] = counted.minutiae[i] ^ Long.MIN_VALUE;
            triples[3 * i + 1] = counted.counts[i];
        }
        spilled.get().spill(triples, counted.size);
        counted.clear();
    }

    /**
     * Passes each distinct minutia with its count to the sink, in ascending order. May be called repeatedly. Sorts the
     * selected minutiae.
     */
    public void forEach(MinutiaSink sink) throws IOException {
        if (isPlain()) {
            forEachSelected(sink);
            return;
        }
        if (spilled.isEmpty()) {
            for (int i = 0; i < counted.size; i++) {
                sink.take(counted.minutiae[i], counted.counts[i]);
            }
            return;
        }
        if (counted.size > 0) {
            spill();
        }
        LongTriples.Sorted sorted = spilled.get().sorted();
        for (boolean more = sorted.next(); more; ) {
            long flipped = sorted.first();
            long count = 0;
            for (; more && sorted.first() == flipped; more = sorted.next()) {
                count += sorted.second();
            }
            sink.take(flipped ^ Long.MIN_VALUE, frequencies ? checkedCount(count) : 1);
        }
    }

    private void forEachSelected(MinutiaSink sink) throws IOException {
        long[] minutiae = selected.array();
        int n = selected.size();
        sort.sort(minutiae, n);
        int distinct = 0;
        for (int from = 0; from < n; ) {
            int to = from + 1;
            while (to < n && minutiae[to] == minutiae[from]) {
                to++;
            }
            sink.take(minutiae[from], frequencies ? to - from : 1);
            if (!frequencies) {
                minutiae[distinct++] = minutiae[from];
            }
            from = to;
        }
        if (!frequencies) {
            // The repeats need not be spooled and sorted.
            selected.clear();
            selected.addAll(minutiae, 0, distinct, 0);
        }
    }

    /** The distinct minutiae. Only for a document that did not go to a scratch file. */
    public DistinctMinutiae distinct() {
        sortAndCount();
        return new DistinctMinutiae(
                Arrays.copyOf(counted.minutiae, counted.size),
                frequencies ? Arrays.copyOf(counted.counts, counted.size) : NO_COUNTS);
    }

    /** Removes the minutiae, and frees memory that only a large document needs. */
    public void clear() throws IOException {
        counted.clear();
        if (threshold > plain) {
            selected = new SelectedChunks(false);
            sort = new MinutiaSort(bits);
            threshold = plain;
        }
        selected.clear();
        if (spilled.isPresent()) {
            LongTriples.Runs closing = spilled.get();
            spilled = Optional.empty();
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        clear();
    }

    /**
     * Distinct minutiae, unsigned ascending, with their counts, which are 1 if the scheme keeps no frequencies. Memory
     * grows only with the number of distinct minutiae.
     */
    private final class CountedMinutiae {
        private static final int MOST = Integer.MAX_VALUE - 8;

        /** The minutiae, in the first {@link #size} elements. */
        private long[] minutiae = NO_MINUTIAE;

        private int[] counts = NO_COUNTS;

        private int size;

        /** Adds the first {@code n} minutiae of a sorted array, with repeats. */
        void add(long[] sorted, int n) {
            LimitExceededException.require(
                    "distinct minutiae of one document", (long) size + n, MOST, "split the document");
            long[] all = new long[size + n];
            int[] allCounts = new int[size + n];
            int old = 0;
            int to = 0;
            for (int j = 0; j < n; ) {
                long minutia = sorted[j];
                int from = j;
                while (j < n && sorted[j] == minutia) {
                    j++;
                }
                long times = j - from;
                int less = old;
                while (less < size && Long.compareUnsigned(minutiae[less], minutia) < 0) {
                    less++;
                }
                to = copy(old, less, all, allCounts, to);
                old = less;
                if (old < size && minutiae[old] == minutia) {
                    times += counts[old++];
                }
                allCounts[to] = frequencies ? checkedCount(times) : 1;
                all[to++] = minutia;
            }
            size = copy(old, size, all, allCounts, to);
            minutiae = all;
            counts = allCounts;
        }

        private int copy(int from, int end, long[] all, int[] allCounts, int to) {
            System.arraycopy(minutiae, from, all, to, end - from);
            System.arraycopy(counts, from, allCounts, to, end - from);
            return to + end - from;
        }

        void clear() {
            size = 0;
            minutiae = NO_MINUTIAE;
            counts = NO_COUNTS;
        }
    }

    static int checkedCount(long times) {
        LimitExceededException.require(
                "occurrences of one minutia in a document",
                times,
                Integer.MAX_VALUE,
                "split the document, or use a scheme without frequencies");
        return (int) times;
    }

    /** Receives the distinct minutiae of one document, unsigned ascending. */
    @FunctionalInterface
    public interface MinutiaSink {
        /** @param count the number of times it was selected; 1 if the scheme keeps no frequencies */
        void take(long minutia, int count) throws IOException;
    }

    /**
     * The distinct minutiae of a document.
     *
     * @param minutiae unsigned ascending
     * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
     */
    public record DistinctMinutiae(long[] minutiae, int[] frequencies) {}

    /**
     * Sorts minutiae, unsigned ascending. Minutiae are hashes and so evenly distributed: as many buckets by leading
     * bits as there are minutiae leave hardly anything to sort, which takes linear time. Crowded buckets, from repeats
     * or an adversary, are sorted by comparison. Reusable; one thread at a time.
     */
    private static final class MinutiaSort {
        private static final int CROWDED = 24;
        private static final int MOST_BUCKET_BITS = 16;

        private final int bits;
        private long[] dealt = new long[0];
        private int[] start = new int[0];

        /** @param bits W */
        MinutiaSort(int bits) {
            this.bits = bits;
        }

        void sort(long[] minutiae, int n) {
            if (n <= CROWDED) {
                sortRange(minutiae, 0, n);
                return;
            }
            int bucketBits = Math.min(MOST_BUCKET_BITS, 32 - Integer.numberOfLeadingZeros(n - 1));
            int shift = bits - bucketBits;
            int buckets = 1 << bucketBits;
            if (dealt.length < n) {
                dealt = new long[n + n / 4];
            }
            if (start.length < buckets + 1) {
                start = new int[buckets + 1];
            }
            Arrays.fill(start, 0, buckets + 1, 0);
            for (int i = 0; i < n; i++) {
                start[(int) (minutiae[i] >>> shift) + 1]++;
            }
            for (int b = 0; b < buckets; b++) {
                start[b + 1] += start[b];
            }
            for (int i = 0; i < n; i++) {
                dealt[start[(int) (minutiae[i] >>> shift)]++] = minutiae[i];
            }
            // The start of each bucket has moved to its end.
            int from = 0;
            for (int b = 0; b < buckets; b++) {
                sortRange(dealt, from, start[b]);
                from = start[b];
            }
            System.arraycopy(dealt, 0, minutiae, 0, n);
        }

        /**
         * Sorts a bucket, or a few minutiae. Those of a bucket agree in their top bit, so their order may be signed.
         */
        private static void sortRange(long[] a, int from, int to) {
            if (to - from > CROWDED) {
                Arrays.sort(a, from, to);
                return;
            }
            for (int i = from + 1; i < to; i++) {
                long minutia = a[i];
                int j = i;
                for (; j > from && Long.compareUnsigned(a[j - 1], minutia) > 0; j--) {
                    a[j] = a[j - 1];
                }
                a[j] = minutia;
            }
        }
    }
}
