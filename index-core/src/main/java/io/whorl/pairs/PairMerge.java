package io.whorl.pairs;

import io.whorl.store.MergeHeap;
import java.io.IOException;
import java.util.List;

/** Merges sorted runs of pairs. One thread at a time. */
final class PairMerge {
    private final List<PairRun> runs;
    private final MergeHeap left;
    private boolean begun;

    /** @param runs runs that have not been read yet */
    PairMerge(List<PairRun> runs) throws IOException {
        this.runs = List.copyOf(runs);
        left = new MergeHeap(runs.size(), this::before);
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).next()) {
                left.add(i);
            }
        }
    }

    private boolean before(int a, int b) {
        PairRun x = runs.get(a);
        PairRun y = runs.get(b);
        return PairRecords.before(x.block, x.at, y.block, y.at);
    }

    /** Moves to the next pair; false at the end. */
    boolean next() throws IOException {
        if (begun && !left.isEmpty()) {
            left.advanced(runs.get(left.top()).next());
        }
        begun = true;
        return !left.isEmpty();
    }

    /** The array that holds the current pair at index {@link #at}. */
    long[] records() {
        return runs.get(left.top()).block;
    }

    int at() {
        return runs.get(left.top()).at;
    }
}
