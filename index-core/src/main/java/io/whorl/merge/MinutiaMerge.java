package io.whorl.merge;

import io.whorl.assembly.PostingSpool;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Merges the minutiae of several segments in one ascending pass. It unites lists and drops deleted documents. Used
 * once.
 */
final class MinutiaMerge {
    /** Minutiae between two checks for cancellation. */
    private static final int CHECK_INTERVAL = 1 << 12;
    /** Replaces the payload of a minutia without living holders. */
    private static final long DROPPED = -1;
    /** The longs of a memo key: minutiae in more inputs than this are not remembered. */
    private static final int MOST_REMEMBERED = 8;
    /** Bits of a payload in a memo key; the other bits hold the index of the input. */
    private static final int PAYLOAD_BITS = 48;
    /** Up to this many lists are merged one after another; more are sorted together. */
    private static final int MOST_MERGED = 8;

    private final MergeInput[] inputs;
    private final int partitionShift;
    private final boolean frequencies;
    private final MergeTarget target;
    private final BooleanSupplier cancelled;
    private final MergeMemo memo;
    private final long[] key;
    private final HolderUnion holders;
    private int partition = -1;
    private long minutiae;
    private long singletons;
    private long postings;

    /** @param bits W */
    MinutiaMerge(
            MergeInput[] inputs,
            int bits,
            boolean frequencies,
            MergeMemo memo,
            MergeTarget target,
            BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.frequencies = frequencies;
        holders = new HolderUnion(frequencies);
        this.memo = memo;
        this.target = target;
        this.cancelled = cancelled;
        partitionShift = bits - PostingSpool.PARTITION_BITS;
        key = new long[memo.width()];
    }

    /** The longs of a {@link MergeMemo} key in a merge of this many inputs. */
    static int keyWidth(int inputs) {
        return Math.min(inputs, MOST_REMEMBERED);
    }

    void run() throws IOException {
        MergeHeads heads = new MergeHeads(inputs);
        for (int seen = 0; heads.next(); seen++) {
            if ((seen & CHECK_INTERVAL - 1) == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the caller cancelled the merge");
            }
            take(heads);
        }
    }

    private void take(MergeHeads heads) throws IOException {
        long minutia = heads.minutia();
        if (minutia >>> partitionShift != partition) {
            partition = (int) (minutia >>> partitionShift);
            if (target.startPartition(partition)) {
                memo.forget();
            }
        }
        MergeInput only = inputs[heads.input(0)];
        if (heads.matches() == 1 && only.isSingle()) {
            add(minutia, only.holder(), 1);
            return;
        }
        if (!fillKey(heads)) {
            add(minutia, unite(heads), holders.size());
            return;
        }
        int slot = memo.slot(key);
        if (!memo.has(slot, key)) {
            memo.put(slot, key, unite(heads), holders.size());
        }
        add(minutia, memo.payload(slot), memo.holders(slot));
    }

    /** Fills the key with the payloads of the current minutia. Returns false if they do not fit. */
    private boolean fillKey(MergeHeads heads) {
        if (heads.matches() > key.length) {
            return false;
        }
        Arrays.fill(key, MergeMemo.ABSENT);
        for (int m = 0; m < heads.matches(); m++) {
            long input = heads.input(m);
            long payload = inputs[(int) input].payload();
            if (payload >>> PAYLOAD_BITS != 0) {
                return false;
            }
            key[m] = input << PAYLOAD_BITS | payload;
        }
        return true;
    }

    /** Unites the holders of the current minutia in {@link #holders} and returns its payload. */
    private long unite(MergeHeads heads) throws IOException {
        holders.clear();
        boolean many = heads.matches() > MOST_MERGED;
        for (int m = 0; m < heads.matches(); m++) {
            inputs[heads.input(m)].addHolders(holders);
            if (!many) {
                holders.endList();
            }
        }
        if (many) {
            holders.sortList();
            holders.endList();
        }
        if (holders.size() == 0) {
            return DROPPED;
        }
        boolean inline = holders.size() == 1 && (!frequencies || holders.frequencies()[0] == 1);
        if (inline) {
            return holders.documents()[0];
        }
        long payload = target.list(holders);
        if (target.forgetsLists()) {
            memo.forget();
        }
        return payload;
    }

    private void add(long minutia, long payload, int n) throws IOException {
        if (payload == DROPPED) {
            return;
        }
        minutiae++;
        singletons += n == 1 ? 1 : 0;
        postings += n;
        target.add(minutia, payload);
    }

    /** The number of distinct minutiae with living holders. */
    long minutiae() {
        return minutiae;
    }

    long singletons() {
        return singletons;
    }

    long postings() {
        return postings;
    }
}
