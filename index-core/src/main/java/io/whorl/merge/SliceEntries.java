package io.whorl.merge;

import io.whorl.assembly.ListBuffer;
import io.whorl.store.EntryRuns;
import java.io.IOException;
import java.util.Arrays;

/**
 * Collects the entries and lists of one slice of a merge, and hands them in when it is the turn of the slice. A slice
 * that needs more memory waits for its turn, and then continues in pieces. Reusable. One thread at a time.
 */
final class SliceEntries implements MergeTarget {
    private static final int ENTRY = 16;
    private static final int LEAST_ENTRIES = 1 << 8;
    private static final int MOST_ENTRIES = 1 << 22;
    /** Smaller slices would take longer to begin than to merge. */
    private static final long LEAST_OF_SLICE = 1 << 13;

    private static final int LEAST_LIST_BYTES = 1 << 12;
    private static final int MOST_LIST_BYTES = 1 << 28;
    /** The preliminary payload of the first list of a piece; the next ones are less. */
    private static final long FIRST_LIST = MinutiaMerge.DROPPED - 1;

    private final MergeTurns turns;
    private final EntryRuns runs;
    private final MergeMemo memo;
    private final long documents;
    private final boolean frequencies;
    private final int mostEntries;
    private final int mostListBytes;
    private long[] minutiae = new long[1 << 6];
    private long[] payloads = new long[1 << 6];
    private int size;
    private ListBuffer lists = new ListBuffer();
    private int[] starts = new int[1 << 6];
    private long[] hashes = new long[1 << 6];
    private int listCount;
    private int slice;
    private boolean startsPartition;
    private boolean inTurn;
    private boolean stale;
    private int forgets;

    /**
     * @param memo remembers payloads for the merge
     * @param documents the number of documents of the result
     * @param memory bytes for the entries and lists of a piece
     */
    SliceEntries(MergeTurns turns, EntryRuns runs, MergeMemo memo, long documents, boolean frequencies, long memory) {
        this.turns = turns;
        this.runs = runs;
        this.memo = memo;
        this.documents = documents;
        this.frequencies = frequencies;
        mostEntries = (int) Math.max(LEAST_ENTRIES, Math.min(MOST_ENTRIES, memory / 2 / ENTRY));
        mostListBytes = (int) Math.max(LEAST_LIST_BYTES, Math.min(MOST_LIST_BYTES, memory / 4));
    }

    /** The entries that a slice should have at most, so that it hardly waits before its end. */
    static long entries(long memory) {
        return Math.max(LEAST_OF_SLICE, Math.min(MOST_ENTRIES, memory / 2 / ENTRY));
    }

    /**
     * Begins a slice.
     *
     * @param isFirst whether it is the first of its partition
     */
    void begin(int number, boolean isFirst) {
        slice = number;
        startsPartition = isFirst;
        inTurn = false;
        again();
    }

    /** Begins the slice again, if {@link #add} or {@link #finish} returned false. */
    void again() {
        size = 0;
        listCount = 0;
        stale = false;
        if (forgets != turns.forgets()) {
            forgets = turns.forgets();
            memo.forget();
        }
    }

    @Override
    public long list(HolderUnion holders) throws IOException {
        if (starts[listCount] > mostListBytes) {
            handIn();
        }
        if (listCount + 2 > starts.length) {
            starts = Arrays.copyOf(starts, starts.length * 2);
            hashes = Arrays.copyOf(hashes, hashes.length * 2);
        }
        int end = lists.encode(
                starts[listCount], holders.documents(), frequencies ? holders.frequencies() : null, holders.size());
        hashes[listCount] = lists.hash();
        starts[listCount + 1] = end;
        return FIRST_LIST - listCount++;
    }

    @Override
    public void beforeLargeList() {
        turns.await(slice);
    }

    @Override
    public boolean add(long minutia, long payload) throws IOException {
        if (size == minutiae.length) {
            minutiae = Arrays.copyOf(minutiae, Math.min(mostEntries, size * 2));
            payloads = Arrays.copyOf(payloads, minutiae.length);
        }
        minutiae[size] = minutia;
        payloads[size++] = payload;
        if (size == mostEntries) {
            handIn();
        }
        return !stale;
    }

    /** Hands in what is left of the slice. Returns false if it must be merged again. */
    boolean finish() throws IOException {
        long[] places = new long[listCount];
        int found = turns.pool().find(lists.bytes(), starts, hashes, places);
        awaitTurn();
        if (stale) {
            return false;
        }
        placeLists(places, found);
        turns.done(slice);
        put();
        return true;
    }

    /** Hands in a piece of the slice. Keeps the turn. */
    private void handIn() throws IOException {
        long[] places = new long[listCount];
        int found = turns.pool().find(lists.bytes(), starts, hashes, places);
        awaitTurn();
        if (stale) {
            size = 0;
        } else {
            placeLists(places, found);
            put();
        }
    }

    /**
     * Waits for the turn. Notices if the pool has forgotten its lists since the slice began: then remembered places are
     * not those that one thread would find.
     */
    private void awaitTurn() throws IOException {
        if (inTurn) {
            return;
        }
        turns.await(slice);
        inTurn = true;
        if (startsPartition) {
            turns.startPartition();
        }
        stale = forgets != turns.forgets();
    }

    private void placeLists(long[] places, int found) throws IOException {
        if (listCount > 0) {
            turns.pool().place(lists.bytes(), starts, hashes, places, found);
            for (int i = 0; i < size; i++) {
                if (payloads[i] <= FIRST_LIST) {
                    payloads[i] = documents + places[(int) (FIRST_LIST - payloads[i])];
                }
            }
            memo.settle(payload -> documents + places[(int) (FIRST_LIST - payload)]);
        }
        if (starts[listCount] > 2 * mostListBytes) {
            // Free the memory that only a large list needs.
            lists = new ListBuffer();
        }
        listCount = 0;
    }

    private void put() throws IOException {
        runs.put(slice, minutiae, payloads, size);
        size = 0;
    }
}
