package io.whorl.merge;

import io.whorl.assembly.PostingSpool;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * One pass over the minutiae of several segments in ascending order, lists united and dead documents dropped. Used
 * once.
 */
final class MinutiaMerge {
    /** Minutiae between two questions whether the merge is cancelled. */
    private static final int ASKED = 1 << 12;
    /** In place of a payload: nobody alive holds the minutia. */
    private static final long DROPPED = -1;
    /**
     * What is remembered of a minutia is by which inputs have it and their payloads; by these few, if there are more.
     */
    private static final int MOST_REMEMBERED = 8;
    /** Bits of a payload beside which there is room for an input's place. */
    private static final int PAYLOAD_BITS = 48;
    /** More runs of holders are sorted together than merged one after the other. */
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

    /** Longs that stand for a minutia in a {@link MergeMemo} of a merge of so many inputs. */
    static int keyWidth(int inputs) {
        return Math.min(inputs, MOST_REMEMBERED);
    }

    void run() throws IOException {
        MergeHeads heads = new MergeHeads(inputs);
        for (int seen = 0; heads.next(); seen++) {
            if ((seen & ASKED - 1) == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the merge was cancelled by its caller");
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

    /** Whether the key has room for what the minutia at hand is in the inputs. */
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

    /** The payload of the minutia at hand; {@link #holders} are who hold it. */
    private long unite(MergeHeads heads) throws IOException {
        holders.clear();
        boolean many = heads.matches() > MOST_MERGED;
        for (int m = 0; m < heads.matches(); m++) {
            inputs[heads.input(m)].addHolders(holders);
            if (!many) {
                holders.endRun();
            }
        }
        if (many) {
            holders.sortRun();
            holders.endRun();
        }
        if (holders.size() == 0) {
            return DROPPED;
        }
        boolean inline = holders.size() == 1 && (!frequencies || holders.frequencies()[0] == 1);
        return inline ? holders.documents()[0] : target.list(holders);
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

    /** Distinct minutiae that somebody alive holds. */
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
