package io.whorl.build;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import java.util.List;

/** The living documents of several segments in the order of their ids, those of one id in the order of the segments. */
final class IdMerge {
    private final List<SegmentMerge.Input> inputs;
    private final DocumentTable.IdCursor[] cursors;
    /** A heap of the inputs that have documents left, the least at the top. */
    private final int[] heap;
    private int left;
    private boolean begun;
    private boolean repeats;

    IdMerge(List<SegmentMerge.Input> inputs) {
        this.inputs = inputs;
        cursors = new DocumentTable.IdCursor[inputs.size()];
        heap = new int[inputs.size()];
        for (int i = 0; i < cursors.length; i++) {
            SegmentMerge.Input input = inputs.get(i);
            cursors[i] = input.segment().reading(() -> input.segment().documents().ids());
            if (advance(i)) {
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
            repeats = left > 1 && equal(top, heap[1]) || left > 2 && equal(top, heap[2]);
            if (!advance(top)) {
                heap[0] = heap[--left];
            }
            sink(0);
        }
        begun = true;
        return left > 0;
    }

    /** The input of the document at hand. */
    int input() {
        return heap[0];
    }

    /** Its ordinal there. */
    long ordinal() {
        return cursors[heap[0]].ordinal();
    }

    /** Whether the document before has the same id. */
    boolean repeats() {
        return repeats;
    }

    /** The id's UTF-8. */
    byte[] id() {
        return cursors[heap[0]].id();
    }

    private boolean advance(int i) {
        SegmentMerge.Input input = inputs.get(i);
        DeadDocuments dead = input.dead();
        DocumentTable.IdCursor cursor = cursors[i];
        return input.segment().reading(() -> {
            boolean more = cursor.next();
            while (more && dead.contains(cursor.ordinal())) {
                more = cursor.next();
            }
            return more;
        });
    }

    private boolean equal(int a, int b) {
        return cursors[a].compareTo(cursors[b]) == 0;
    }

    private boolean before(int a, int b) {
        int order = cursors[a].compareTo(cursors[b]);
        return order < 0 || order == 0 && a < b;
    }

    private void sink(int from) {
        int at = from;
        int input = heap[at];
        for (int child = 2 * at + 1; child < left; child = 2 * at + 1) {
            if (child + 1 < left && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], input)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = input;
    }
}
