package io.whorl.build;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.MergeHeap;
import io.whorl.store.Part.SealedPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * The living documents of several segments in the order of their ids; documents with one id in the order of the
 * segments.
 */
public final class IdMerge {
    /** Documents left out to collect before they are added to their set, which copies pages. */
    private static final int BATCH = 1 << 16;

    private static final int CHECK_INTERVAL = 1 << 12;

    private final List<SealedPart> inputs;
    private final DocumentTable.IdCursor[] cursors;
    private final MergeHeap heap;
    /** Created once, because it is used for every document. */
    private final IntPredicate likeTop;

    private final BooleanSupplier cancelled;
    private boolean repeats;
    private long seen;

    IdMerge(List<SealedPart> inputs, BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.cancelled = cancelled;
        cursors = new DocumentTable.IdCursor[inputs.size()];
        heap = new MergeHeap(cursors.length, this::before);
        likeTop = input -> cursors[input].compareTo(cursors[heap.top()]) == 0;
        for (int i = 0; i < cursors.length; i++) {
            SealedPart input = inputs.get(i);
            cursors[i] =
                    input.segment().reading(() -> input.segment().documents().ids());
            if (advance(i)) {
                heap.add(i);
            }
        }
    }

    /** Checks every few thousand documents or minutiae whether a merge is cancelled. */
    static void check(BooleanSupplier cancelled, long seen) {
        if ((seen & (CHECK_INTERVAL - 1)) == 0 && cancelled.getAsBoolean()) {
            throw new CancellationException("the caller cancelled the merge");
        }
    }

    /** Moves to the next document; false at the end. */
    boolean next() {
        check(cancelled, seen);
        if (seen++ > 0 && !heap.isEmpty()) {
            int before = heap.top();
            repeats = heap.anyNext(likeTop);
            heap.advanced(advance(before));
            if (repeats && before == heap.top()) {
                throw inputs.get(before)
                        .segment()
                        .documents()
                        .damaged("two documents have the id " + new String(id(), StandardCharsets.UTF_8));
            }
        }
        return !heap.isEmpty();
    }

    int input() {
        return heap.top();
    }

    /** The ordinal of the current document in its input. */
    long ordinal() {
        return cursors[heap.top()].ordinal();
    }

    /** Whether the previous document has the same id. */
    boolean repeats() {
        return repeats;
    }

    /** The id of the current document in UTF-8. */
    byte[] id() {
        return cursors[heap.top()].id();
    }

    private boolean advance(int i) {
        SealedPart input = inputs.get(i);
        DeadDocuments dead = input.dead();
        DocumentTable.IdCursor cursor = cursors[i];
        return input.reading(() -> {
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

    /** Decides between two documents with one id. */
    public interface Rule {
        /**
         * Decides which one is left out.
         *
         * @param earlier the index of the input with the earlier document
         * @param later the index of the input with the later one
         * @param id the id in UTF-8
         * @return whether the later one stays; the other one is left out
         */
        boolean laterStays(int earlier, int later, byte[] id);
    }

    interface DocumentSink {
        void take(int input, long ordinal);
    }

    /**
     * Leaves out documents until each id has one, in one pass over all ids. Needs heap for one bit a document that is
     * left out, in pages.
     *
     * @param inputs in the order that decides which document is earlier
     * @return for each input its dead documents, including those that are left out
     * @throws io.whorl.CorruptIndexException if an input has two documents with one id, or is damaged otherwise
     */
    public static List<DeadDocuments> leaveOut(List<SealedPart> inputs, Rule rule) {
        List<DeadDocuments> dead = new ArrayList<>();
        List<LongArrayList> died = new ArrayList<>();
        for (SealedPart input : inputs) {
            dead.add(input.dead());
            died.add(new LongArrayList());
        }
        leaveOut(inputs, rule, () -> false, (input, ordinal) -> {
            LongArrayList batch = died.get(input);
            batch.addLong(ordinal);
            if (batch.size() == BATCH) {
                dead.set(input, dead.get(input).with(batch.toLongArray(), batch.size()));
                batch.clear();
            }
        });
        for (int i = 0; i < dead.size(); i++) {
            dead.set(i, dead.get(i).with(died.get(i).toLongArray(), died.get(i).size()));
        }
        return dead;
    }

    /** The same; each document that is left out goes to {@code to}. */
    static void leaveOut(List<SealedPart> inputs, Rule rule, BooleanSupplier cancelled, DocumentSink to) {
        IdMerge ids = new IdMerge(inputs, cancelled);
        int kept = -1;
        long keptOrdinal = -1;
        while (ids.next()) {
            if (ids.repeats()) {
                byte[] id = ids.id();
                if (!rule.laterStays(kept, ids.input(), id)) {
                    to.take(ids.input(), ids.ordinal());
                    continue;
                }
                to.take(kept, keptOrdinal);
            }
            kept = ids.input();
            keptOrdinal = ids.ordinal();
        }
    }
}
