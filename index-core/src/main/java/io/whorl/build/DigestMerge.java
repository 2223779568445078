package io.whorl.build;

import java.util.List;

/** The documents of several runs in the order of their digests of one kind; those of one digest in order of arrival. */
final class DigestMerge {
    private final List<RunNotes> runs;
    private final DuplicateKind kind;
    private final int[] at;
    /** A heap of the runs that have documents left, the least at the top. */
    private final int[] heap;
    private int left;
    private boolean begun;
    private boolean repeats;
    private long high;
    private long low;

    DigestMerge(List<RunNotes> runs, DuplicateKind kind) {
        this.runs = runs;
        this.kind = kind;
        at = new int[runs.size()];
        heap = new int[runs.size()];
        for (int i = 0; i < at.length; i++) {
            if (runs.get(i).digests(kind) > 0) {
                heap[left++] = i;
            }
        }
        for (int i = left / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    /** Moves to the next document; false at the end. */
    boolean next() {
        if (begun && left > 0) {
            int top = heap[0];
            if (++at[top] == runs.get(top).digests(kind)) {
                heap[0] = heap[--left];
            }
            sink(0);
        }
        if (left == 0) {
            return false;
        }
        repeats = begun && high == high(heap[0]) && low == low(heap[0]);
        high = high(heap[0]);
        low = low(heap[0]);
        begun = true;
        return true;
    }

    /** The run of the document at hand. */
    int run() {
        return heap[0];
    }

    /** Its ordinal there. */
    int ordinal() {
        return runs.get(heap[0]).ordinal(kind, at[heap[0]]);
    }

    /** Whether the document before has the same digest. */
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

    private void sink(int from) {
        int place = from;
        int run = heap[place];
        for (int child = 2 * place + 1; child < left; child = 2 * place + 1) {
            if (child + 1 < left && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], run)) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = run;
    }
}
