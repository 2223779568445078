package io.whorl.build;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** One pass over the minutiae of several segments in ascending order, lists united and dead documents dropped. Used once. */
final class MinutiaMerge {
    /** Minutiae between two questions whether the merge is cancelled. */
    private static final int ASKED = 1 << 12;
    /** In place of a payload: nobody alive holds the minutia. */
    private static final long DROPPED = -1;

    private final MergeInput[] inputs;
    private final int partitionShift;
    private final boolean frequencies;
    private final MergeTarget target;
    private final BooleanSupplier cancelled;
    private final MergeMemo memo;
    private final long[] key;
    private final HolderUnion holders = new HolderUnion();
    /** The inputs that have minutiae left, and their next minutiae, turned so that signed order is theirs. */
    private final int[] open;
    private final long[] head;
    private int opened;
    private int partition = -1;
    private long minutiae;
    private long singletons;
    private long postings;

    /** @param bits W */
    MinutiaMerge(MergeInput[] inputs, int bits, boolean frequencies, MergeMemo memo, MergeTarget target,
            BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.frequencies = frequencies;
        this.memo = memo;
        this.target = target;
        this.cancelled = cancelled;
        partitionShift = bits - PostingSpool.PARTITION_BITS;
        key = new long[inputs.length];
        open = new int[inputs.length];
        head = new long[inputs.length];
    }

    void run() throws IOException {
        for (int i = 0; i < inputs.length; i++) {
            if (inputs[i].next()) {
                open[opened] = i;
                head[opened++] = inputs[i].minutia() ^ Long.MIN_VALUE;
            }
        }
        for (int seen = 0; opened > 0; seen++) {
            if ((seen & ASKED - 1) == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the merge was cancelled by its caller");
            }
            int at = 0;
            long least = head[0];
            boolean shared = false;
            for (int j = 1; j < opened; j++) {
                if (head[j] < least) {
                    least = head[j];
                    at = j;
                    shared = false;
                } else if (head[j] == least) {
                    shared = true;
                }
            }
            take(least, at, shared);
            advance(least, at, shared);
        }
    }

    private void take(long least, int at, boolean shared) throws IOException {
        long minutia = least ^ Long.MIN_VALUE;
        if (minutia >>> partitionShift != partition) {
            partition = (int) (minutia >>> partitionShift);
            if (target.startPartition(partition)) {
                memo.forget();
            }
        }
        MergeInput only = inputs[open[at]];
        if (!shared && only.isSingle()) {
            add(minutia, only.holder(), 1);
            return;
        }
        for (int i = 0; i < key.length; i++) {
            key[i] = MergeMemo.ABSENT;
        }
        for (int j = at; j < opened; j++) {
            if (head[j] == least) {
                key[open[j]] = inputs[open[j]].payload();
            }
        }
        int slot = memo.slot(key);
        if (!memo.has(slot, key)) {
            memo.put(slot, key, unite(), holders.size());
        }
        add(minutia, memo.payload(slot), memo.holders(slot));
    }

    /** The payload of what the key stands for; {@link #holders} are who hold it. */
    private long unite() throws IOException {
        holders.clear();
        for (int i = 0; i < key.length; i++) {
            if (key[i] != MergeMemo.ABSENT) {
                inputs[i].addHolders(holders);
            }
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

    private void advance(long least, int at, boolean shared) {
        // From the back, so that the last may take the place of one that is used up.
        for (int j = shared ? opened - 1 : at; j >= at; j--) {
            if (head[j] != least) {
                continue;
            }
            MergeInput input = inputs[open[j]];
            if (input.next()) {
                head[j] = input.minutia() ^ Long.MIN_VALUE;
            } else {
                opened--;
                open[j] = open[opened];
                head[j] = head[opened];
            }
        }
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
