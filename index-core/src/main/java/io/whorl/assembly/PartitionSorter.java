package io.whorl.assembly;

import io.whorl.store.EntryRuns;
import io.whorl.store.LogSums;
import java.io.IOException;
import java.util.Arrays;

/**
 * Turns one partition of postings into table entries: sorts the postings, groups them by minutia, and finds the
 * distinct lists. Sorters run in parallel. Their lists go to the pool in the order of the partitions, so the bytes do
 * not depend on the threads. Reusable. One thread at a time.
 */
final class PartitionSorter {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final int keyBits;
    private final boolean frequencies;
    private final boolean packed;
    private final DocumentOrder documents;
    private final int[] ordinals;
    private final int[] minutiaeOf;
    private final LogSums logs;
    private final PostingSort sort;
    private final int room;
    private final DistinctLists lists = new DistinctLists();
    private final PartitionEntries entries = new PartitionEntries();
    private int[] group = new int[64];
    private int[] groupFrequencies = new int[64];
    private long[] pairs = new long[64];
    private long[] placeOf = new long[0];
    private int found;
    private long postings;
    private long singletons;
    private int taken;
    private int untilUnited;
    private boolean crowded;

    /**
     * @param bits W
     * @param documents gives the ordinals by arrival
     * @param others documents of the index that are not in the segment
     * @param room postings to hold before repeated ones are united
     */
    PartitionSorter(int bits, boolean frequencies, DocumentOrder documents, long others, int room) {
        this.room = room;
        this.frequencies = frequencies;
        this.documents = documents;
        keyBits = bits - PostingSpool.PARTITION_BITS;
        packed = PostingBlock.packs(keyBits, frequencies);
        sort = new PostingSort(packed, frequencies);
        ordinals = documents.ordinals();
        minutiaeOf = new int[ordinals.length];
        logs = new LogSums((int) documents.count(), others);
    }

    /**
     * Sorts the slice of a partition whose keys begin with {@code part}.
     *
     * @param partBits leading bits of a key that select the slice; 0 for the whole partition
     * @return false if the slice is crowded: its distinct postings do not fit, because minutiae that were chosen share
     *     more leading bits than hashes do. Then none of them is counted, and it must be sorted in ranges
     */
    boolean sort(SpooledPostings spooled, int partition, int part, int partBits) throws IOException {
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
     * Sorts a range of the keys of a partition. It should have at most {@link #room} distinct postings, unless it is a
     * single key.
     *
     * @param bits the low bits in which the keys differ
     */
    void sortRange(SpooledPostings spooled, int partition, long first, long last, int bits) throws IOException {
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

    /** The largest number of distinct postings to sort together, unless they are in few blocks or have one key. */
    int room() {
        return room;
    }

    private void group(int partition, int bits) {
        sort.sort(taken, bits);
        lists.clear();
        entries.clear(taken);
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
    private void groupPacked(long high) {
        long[] keys = sort.keys();
        int to;
        for (int from = 0; from < taken; from = to) {
            long before = keys[from];
            long key = before >>> PostingBlock.DOCUMENT_BITS;
            to = from + 1;
            if (to == taken || keys[to] >>> PostingBlock.DOCUMENT_BITS != key) {
                entries.add(high | key, (int) before);
                singletons++;
                continue;
            }
            int n = 1;
            group[0] = (int) before;
            long hash = DistinctLists.mix((int) before);
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
                hash += DistinctLists.mix((int) before);
            }
            addGroup(high | key, n, hash);
            postings += n - 1;
        }
        postings += entries.size();
    }

    private void groupPairs(long high) {
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
                hash += DistinctLists.mix(group[i]);
            }
            addGroup(high | keys[from], n, hash);
            postings += n;
        }
    }

    private void addGroup(long minutia, int n, long hash) {
        singletons += n == 1 ? 1 : 0;
        if (n == 1 && (!frequencies || groupFrequencies[0] == 1)) {
            entries.add(minutia, group[0]);
        } else {
            entries.addList(minutia, lists.add(group, frequencies ? groupFrequencies : null, n, hash));
        }
    }

    /** Sorts the documents of a group into {@link #group}, each once, with their frequencies. Returns their number. */
    private int distinct(int from, int to) {
        int size = to - from;
        if (pairs.length < size) {
            int length = (int) Math.min(MOST, Math.max(size, pairs.length * 2L));
            pairs = new long[length];
            group = new int[length];
            groupFrequencies = new int[length];
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
            if (n > 0 && group[n - 1] == document) {
                groupFrequencies[n - 1] = frequencies ? PostingSpool.sum(groupFrequencies[n - 1], (int) pairs[i]) : 1;
                uncount(document);
            } else {
                group[n] = document;
                groupFrequencies[n++] = (int) pairs[i];
            }
        }
        return n;
    }

    /** Looks for the lists in the pool, so that little is left to be done in turn. */
    void findLists(ListPool pool) {
        if (placeOf.length < lists.size()) {
            placeOf = new long[lists.size() + lists.size() / 4];
        }
        found = pool.find(lists, placeOf);
    }

    /** Places the other lists, after {@link #findLists}. Only in turn. */
    void placeLists(ListPool pool) throws IOException {
        pool.place(lists, placeOf, found);
    }

    /** Writes the entries to a run, after {@link #placeLists}. Not in turn, because runs are independent. */
    void putEntries(int run, EntryRuns runs) throws IOException {
        entries.put(runs, run, placeOf, documents.count());
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
}
