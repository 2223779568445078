package io.whorl.merge;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.MergeHeap;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The living documents of several segments in the order of their ids; documents with one id in the order of the
 * segments.
 */
public final class IdMerge {
    private final List<SegmentMerge.Input> inputs;
    private final DocumentTable.IdCursor[] cursors;
    private final MergeHeap left;
    /** Created once, because it is used for every document. */
    private final IntPredicate likeTop;

    private boolean begun;
    private boolean repeats;

    public IdMerge(List<SegmentMerge.Input> inputs) {
        this.inputs = inputs;
        cursors = new DocumentTable.IdCursor[inputs.size()];
        left = new MergeHeap(cursors.length, this::before);
        likeTop = input -> cursors[input].compareTo(cursors[left.top()]) == 0;
        for (int i = 0; i < cursors.length; i++) {
            SegmentMerge.Input input = inputs.get(i);
            cursors[i] =
                    input.segment().reading(() -> input.segment().documents().ids());
            if (advance(i)) {
                left.add(i);
            }
        }
    }

    /** Moves to the next document; false at the end. */
    public boolean next() {
        if (begun && !left.isEmpty()) {
            repeats = left.anyNext(likeTop);
            left.advanced(advance(left.top()));
        }
        begun = true;
        return !left.isEmpty();
    }

    /** The input of the current document. */
    public int input() {
        return left.top();
    }

    /** The ordinal of the current document in its input. */
    public long ordinal() {
        return cursors[left.top()].ordinal();
    }

    /** Whether the previous document has the same id. */
    public boolean repeats() {
        return repeats;
    }

    /** The id of the current document in UTF-8. */
    public byte[] id() {
        return cursors[left.top()].id();
    }

    private boolean advance(int i) {
        SegmentMerge.Input input = inputs.get(i);
        DeadDocuments dead = input.dead();
        DocumentTable.IdCursor cursor = cursors[i];
        return dead.reading(input.segment(), () -> {
            boolean more = cursor.next();
            while (more && dead.contains(cursor.ordinal())) {
                more = cursor.next();
            }
            return more;
        });
    }

    private boolean before(int a, int b) {
        int order = cursors[a].compareTo(cursors[b]);
        return order < 0 || order == 0 && a < b;
    }
}
