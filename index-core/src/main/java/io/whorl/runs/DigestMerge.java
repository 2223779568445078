package io.whorl.runs;

import io.whorl.bulk.Duplicates;
import io.whorl.store.MergeHeap;
import java.util.List;

/**
 * The documents of several runs in the order of their digests of one kind; documents with equal digests in the order of
 * arrival.
 */
final class DigestMerge {
    private final List<RunNotes> runs;
    private final Duplicates.Kind kind;
    private final int[] at;
    private final MergeHeap left;
    private boolean begun;
    private boolean repeats;
    private long high;
    private long low;

    DigestMerge(List<RunNotes> runs, Duplicates.Kind kind) {
        this.runs = runs;
        this.kind = kind;
        at = new int[runs.size()];
        left = new MergeHeap(at.length, this::before);
        for (int i = 0; i < at.length; i++) {
            if (runs.get(i).digests(kind) > 0) {
                left.add(i);
            }
        }
    }

    /** Moves to the next document; false at the end. */
    boolean next() {
        if (begun && !left.isEmpty()) {
            int top = left.top();
            left.advanced(++at[top] < runs.get(top).digests(kind));
        }
        if (left.isEmpty()) {
            return false;
        }
        repeats = begun && high == high(left.top()) && low == low(left.top());
        high = high(left.top());
        low = low(left.top());
        begun = true;
        return true;
    }

    /** The run of the current document. */
    int run() {
        return left.top();
    }

    /** The ordinal of the current document in its run. */
    int ordinal() {
        return runs.get(left.top()).ordinal(kind, at[left.top()]);
    }

    /** Whether the previous document has the same digest. */
    boolean repeats() {
        return repeats;
    }

    private long high(int run) {
        return runs.get(run).high(kind, at[run]);
    }

    private long low(int run) {
        return runs.get(run).low(kind, at[run]);
    }

    private boolean before(int a, int b) {
        int order = Long.compareUnsigned(high(a), high(b));
        order = order == 0 ? Long.compareUnsigned(low(a), low(b)) : order;
        return order < 0 || order == 0 && a < b;
    }
}
