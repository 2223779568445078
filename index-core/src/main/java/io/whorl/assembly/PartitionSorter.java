package io.whorl.assembly;

import io.whorl.store.EntryRuns;
import io.whorl.store.LogSums;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Turns one partition of postings into table entries: sorts the postings, groups them by minutia, and finds the
 * distinct lists. Sorters run in parallel. Their lists go to the pool in the order of the partitions, so the bytes do
 * not depend on the threads. Reusable. One thread at a time.
 */
final class PartitionSorter {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final int keyBits;
    private final boolean frequencies;
    private final int[] ordinals;
    private final int[] minutiaeOf;
    private final LogSums logs;
    private final PostingSort sort;
    private final int room;
    private final DistinctLists lists = new DistinctLists();
    private long[] minutiae = new long[1 << 10];
    private long[] payloads = new long[1 << 10];
    private int entries;
    private int[] group = new int[64];
    private int[] groupFrequencies = new int[64];
    private long[] pairs = new long[0];
    private long postings;
    private long singletons;
    private int taken;
    private int untilUnited;

    /**
     * @param bits W
     * @param documents gives the ordinals by arrival
     * @param others documents of the index that are not in the segment
     * @param room postings to hold before repeated ones are united
     */
    PartitionSorter(int bits, boolean frequencies, DocumentOrder documents, long others, int room) {
        this.room = room;
        sort = new PostingSort(frequencies);
        keyBits = bits - PostingSpool.PARTITION_BITS;
        this.frequencies = frequencies;
        this.ordinals = documents.ordinals();
        minutiaeOf = new int[(int) documents.count()];
        logs = new LogSums(minutiaeOf.length, others);
    }

    /**
     * Sorts the slice of a partition whose keys begin with {@code part}.
     *
     * @param partBits leading bits of a key that select the slice; 0 for the whole partition
     */
    void sort(List<PostingSpool> spools, int partition, int part, int partBits) throws IOException {
        taken = 0;
        int shift = keyBits - partBits;
        untilUnited = room;
        for (PostingSpool spool : spools) {
            spool.read(partition, (keys, documents, counts, n) -> {
                if (taken + n > untilUnited) {
                    unite(shift);
                }
                take(keys, documents, counts, n, part, shift);
            });
        }
        sort.sort(taken, shift);
        lists.clear();
        entries = 0;
        long high = (long) partition << keyBits;
        long[] keys = sort.keys();
        for (int from = 0; from < taken; ) {
            long key = keys[from];
            int to = from + 1;
            while (to < taken && keys[to] == key) {
                to++;
            }
            add(high | key, from, to);
            from = to;
        }
    }

    /** Unites repeated postings, so that the heap grows only with the distinct ones. */
    private void unite(int shift) {
        sort.sort(taken, shift);
        taken = sort.unite(taken);
        untilUnited = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(room, 2L * taken));
    }

    private void take(long[] keys, int[] documents, int[] counts, int n, int part, int shift) {
        sort.reserveMore(taken, n);
        if (frequencies) {
            takeCounted(keys, documents, counts, n, part, shift);
            return;
        }
        long[] toKeys = sort.keys();
        int[] toDocuments = sort.documents();
        int to = taken;
        for (int i = 0; i < n; i++) {
            int ordinal = ordinals[documents[i]];
            toKeys[to] = keys[i];
            toDocuments[to] = ordinal;
            to += ordinal == DocumentOrder.LEFT_OUT || keys[i] >>> shift != part ? 0 : 1;
        }
        taken = to;
    }

    private void takeCounted(long[] keys, int[] documents, int[] counts, int n, int part, int shift) {
        int to = taken;
        for (int i = 0; i < n; i++) {
            int ordinal = ordinals[documents[i]];
            sort.keys()[to] = keys[i];
            sort.documents()[to] = ordinal;
            sort.counts()[to] = counts[i];
            to += ordinal == DocumentOrder.LEFT_OUT || keys[i] >>> shift != part ? 0 : 1;
        }
        taken = to;
    }

    private void add(long minutia, int from, int to) {
        if (to - from > group.length) {
            group = new int[(int) Math.min(MOST, Math.max(to - from, group.length * 2L))];
            groupFrequencies = new int[frequencies ? group.length : 0];
        }
        int n = distinct(from, to);
        for (int i = 0; i < n; i++) {
            minutiaeOf[group[i]]++;
        }
        logs.add(group, n);
        postings += n;
        singletons += n == 1 ? 1 : 0;
        if (entries == minutiae.length) {
            int length = (int) Math.min(MOST, entries * 2L);
            minutiae = Arrays.copyOf(minutiae, length);
            payloads = Arrays.copyOf(payloads, length);
        }
        minutiae[entries] = minutia;
        boolean inline = n == 1 && (!frequencies || groupFrequencies[0] == 1);
        payloads[entries++] = inline ? group[0] : ~(long) lists.add(group, frequencies ? groupFrequencies : null, n);
    }

    /** Sorts the documents of a group into {@link #group}, each once, with their frequencies. Returns their number. */
    private int distinct(int from, int to) {
        return frequencies ? distinctCounted(from, to) : distinctDocuments(from, to);
    }

    private int distinctDocuments(int from, int to) {
        int size = to - from;
        System.arraycopy(sort.documents(), from, group, 0, size);
        if (size > 1) {
            sortGroup(size);
        }
        int n = 0;
        for (int i = 0; i < size; i++) {
            if (n == 0 || group[n - 1] != group[i]) {
                group[n++] = group[i];
            }
        }
        return n;
    }

    private int distinctCounted(int from, int to) {
        int size = to - from;
        if (pairs.length < size) {
            pairs = new long[(int) Math.min(MOST, Math.max(size, pairs.length * 2L))];
        }
        for (int i = 0; i < size; i++) {
            pairs[i] = (long) sort.documents()[from + i] << Integer.SIZE | sort.counts()[from + i];
        }
        Arrays.sort(pairs, 0, size);
        int n = 0;
        for (int i = 0; i < size; i++) {
            int document = (int) (pairs[i] >>> Integer.SIZE);
            int count = (int) pairs[i];
            if (n > 0 && group[n - 1] == document) {
                groupFrequencies[n - 1] = PostingSpool.sum(groupFrequencies[n - 1], count);
            } else {
                group[n] = document;
                groupFrequencies[n++] = count;
            }
        }
        return n;
    }

    /** Most groups are small, and many are sorted already. */
    private void sortGroup(int size) {
        int ordered = 1;
        while (ordered < size && group[ordered - 1] <= group[ordered]) {
            ordered++;
        }
        if (ordered == size) {
            return;
        }
        if (size > 32) {
            Arrays.sort(group, 0, size);
            return;
        }
        for (int i = 1; i < size; i++) {
            int document = group[i];
            int j = i;
            for (; j > 0 && group[j - 1] > document; j--) {
                group[j] = group[j - 1];
            }
            group[j] = document;
        }
    }

    /** Writes the sorted lists to the pool, and the entries to the runs. Only in turn. */
    void handIn(int slice, ListPool pool, EntryRuns runs, long documents) throws IOException {
        long[] placeOf = pool.places(lists);
        for (int i = 0; i < entries; i++) {
            if (payloads[i] < 0) {
                payloads[i] = documents + placeOf[(int) ~payloads[i]];
            }
        }
        runs.put(slice, minutiae, payloads, entries);
    }

    long postings() {
        return postings;
    }

    long singletons() {
        return singletons;
    }

    /** The number of minutiae of each document so far. */
    int[] minutiaeOf() {
        return minutiaeOf;
    }

    /** The sums of ln f_t of each document so far. */
    LogSums logs() {
        return logs;
    }
}
