package io.whorl.merge;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Merges the minutiae of several segments, all or those of ranges, in ascending order. It unites lists and drops
 * deleted documents. One thread at a time.
 */
final class MinutiaMerge {
    /** Minutiae between two checks for cancellation. */
    private static final int CHECK_INTERVAL = 1 << 12;
    /** Replaces the payload of a minutia without living holders. */
    static final long DROPPED = -1;
    /** The longs of a memo key: minutiae in more inputs than this are not remembered. */
    private static final int MOST_REMEMBERED = 8;
    /** Bits of a payload in a memo key; the other bits hold the index of the input. */
    private static final int PAYLOAD_BITS = 48;
    /** Up to this many lists are merged one after another; more are sorted together. */
    private static final int MOST_MERGED = 8;

    private final MergeInput[] inputs;
    private final boolean frequencies;
    private final MergeTarget target;
    private final BooleanSupplier cancelled;
    private final MergeMemo memo;
    private final long[] key;
    private final HolderUnion holders;
    /** The number of documents that {@link #unite} found last. */
    private int united;

    private long minutiae;
    private long singletons;
    private long postings;
    private long minutiaeBefore;
    private long singletonsBefore;
    private long postingsBefore;

    MinutiaMerge(
            MergeInput[] inputs, boolean frequencies, MergeMemo memo, MergeTarget target, BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.frequencies = frequencies;
        holders = new HolderUnion(frequencies, target::beforeLargeList);
        this.memo = memo;
        this.target = target;
        this.cancelled = cancelled;
        key = new long[memo.width()];
    }

    /** The longs of a {@link MergeMemo} key in a merge of this many inputs. */
    static int keyWidth(int inputs) {
        return Math.min(inputs, MOST_REMEMBERED);
    }

    /**
     * Merges what the inputs have left.
     *
     * @return false if the target wants the merge to begin again; see {@link #undo}
     */
    boolean run() throws IOException {
        minutiaeBefore = minutiae;
        singletonsBefore = singletons;
        postingsBefore = postings;
        MergeHeads heads = new MergeHeads(inputs);
        for (int seen = 0; heads.next(); seen++) {
            if ((seen & CHECK_INTERVAL - 1) == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the caller cancelled the merge");
            }
            if (!take(heads)) {
                return false;
            }
        }
        return true;
    }

    /** Resets the counts to those before the last {@link #run}. */
    void undo() {
        minutiae = minutiaeBefore;
        singletons = singletonsBefore;
        postings = postingsBefore;
    }

    private boolean take(MergeHeads heads) throws IOException {
        long minutia = heads.minutia();
        MergeInput only = inputs[heads.input(0)];
        if (heads.matches() == 1 && only.isSingle()) {
            return add(minutia, only.holder(), 1);
        }
        if (!fillKey(heads)) {
            long payload = unite(heads);
            return add(minutia, payload, united);
        }
        int slot = memo.slot(key);
        if (!memo.has(slot, key)) {
            long payload = unite(heads);
            memo.put(slot, key, payload, united);
        }
        return add(minutia, memo.payload(slot), memo.holders(slot));
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

    /** Unites the holders of the current minutia, sets {@link #united}, and returns the payload. */
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
        united = holders.size();
        if (united == 0) {
            return DROPPED;
        }
        boolean inline = united == 1 && (!frequencies || holders.frequencies()[0] == 1);
        if (inline) {
            return holders.documents()[0];
        }
        long payload = target.list(holders);
        holders.shrink();
        if (target.forgetsLists()) {
            memo.forget();
        }
        return payload;
    }

    private boolean add(long minutia, long payload, int n) throws IOException {
        if (payload == DROPPED) {
            return true;
        }
        minutiae++;
        singletons += n == 1 ? 1 : 0;
        postings += n;
        return target.add(minutia, payload);
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
