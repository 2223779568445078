package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.AscendingCursor;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchSequence;
import io.whorl.store.Segment;
import java.util.function.Supplier;

/** A segment that is merged: its minutiae in ascending order, and their holders by ordinals of the result. */
final class MergeInput {
    private static final int BLOCK = 512;
    private static final int LEAST_BLOCK = 16;
    private static final int ENTRY = 16;

    private final Segment segment;
    private final ScratchSequence ordinals;
    private final long documents;
    private final AscendingCursor cursor;
    private final long[] minutiae;
    private final long[] payloads;
    private int held;
    private int at = -1;
    private long before;
    private boolean begun;
    private DocumentLists.Cursor list;
    private HolderUnion holders;
    /** Created once, so that reading a list allocates nothing. */
    private final Supplier<Boolean> walk = this::walk;

    /**
     * @param ordinals for each document, the ordinal of the result that holds its postings, or
     *     {@link DocumentOrder#LEFT_OUT}
     * @param memory bytes for minutiae
     */
    MergeInput(Segment segment, ScratchSequence ordinals, long memory) {
        this.segment = segment;
        this.ordinals = ordinals;
        documents = segment.counts().documents();
        minutiae = new long[(int) Math.max(LEAST_BLOCK, Math.min(BLOCK, memory / (4 * ENTRY)))];
        payloads = new long[minutiae.length];
        cursor = segment.reading(() -> segment.table().ascending(memory));
    }

    /** Moves to the next minutia; false at the end. */
    boolean next() {
        if (++at >= held) {
            held = segment.reading(this::fill);
            at = 0;
        }
        return held > 0;
    }

    private int fill() {
        int n = 0;
        while (n < minutiae.length && cursor.next()) {
            long minutia = cursor.minutia();
            if (begun && Long.compareUnsigned(before, minutia) >= 0) {
                throw cursor.damaged("minutia " + Long.toHexString(minutia) + " occurs twice");
            }
            begun = true;
            before = minutia;
            minutiae[n] = minutia;
            payloads[n++] = cursor.payload();
        }
        return n;
    }

    long minutia() {
        return minutiae[at];
    }

    long payload() {
        return payloads[at];
    }

    /** Whether one document holds the minutia, once. Then {@link #holder} returns it. */
    boolean isSingle() {
        return payloads[at] < documents;
    }

    /** The ordinal of the single holder, or {@link DocumentOrder#LEFT_OUT}. */
    int holder() {
        return ordinals.get(payloads[at]);
    }

    /** Appends the holders of the minutia that are not left out, ascending. */
    void addHolders(HolderUnion to) {
        if (isSingle()) {
            if (holder() != DocumentOrder.LEFT_OUT) {
                to.append(holder(), 1);
            }
        } else {
            holders = to;
            segment.reading(walk);
            if (!segment.families().isEmpty()) {
                to.sortList();
            }
        }
    }

    private boolean walk() {
        long place = payloads[at] - documents;
        if (list == null) {
            list = segment.lists().cursor(place);
        } else {
            list.open(place);
        }
        while (list.next()) {
            int ordinal = ordinals.get(list.document());
            if (ordinal != DocumentOrder.LEFT_OUT) {
                holders.append(ordinal, (int) list.frequency());
            }
        }
        return true;
    }
}
