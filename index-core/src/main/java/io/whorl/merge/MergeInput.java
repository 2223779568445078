package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.AscendingCursor;
import io.whorl.store.DocumentLists;
import io.whorl.store.OverflowWindow;
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
    private AscendingCursor cursor;
    private final long[] minutiae;
    private final long[] payloads;
    private int held;
    private int at = -1;
    private long before;
    private boolean begun;
    private long taken;
    private DocumentLists.Cursor list;
    private HolderUnion holders;
    /** Created once, so that reading a list allocates nothing. */
    private final Supplier<Boolean> walk = this::walk;

    private MergeInput(Segment segment, ScratchSequence ordinals, int block) {
        this.segment = segment;
        this.ordinals = ordinals;
        documents = segment.counts().documents();
        minutiae = new long[block];
        payloads = new long[block];
    }

    /**
     * Opens a segment for one pass over all its minutiae.
     *
     * @param ordinals for each document, the ordinal of the result that holds its postings, or
     *     {@link DocumentOrder#LEFT_OUT}
     * @param memory bytes for minutiae
     */
    static MergeInput whole(Segment segment, ScratchSequence ordinals, long memory) {
        MergeInput input = new MergeInput(segment, ordinals, block(memory / 4));
        input.cursor = segment.reading(() -> segment.table().ascending(memory));
        return input;
    }

    /**
     * Opens a segment to read ranges of its minutiae; see {@link #open}.
     *
     * @param memory bytes for the block of minutiae that is read ahead
     */
    static MergeInput inRanges(Segment segment, ScratchSequence ordinals, long memory) {
        return new MergeInput(segment, ordinals, block(memory));
    }

    private static int block(long memory) {
        return (int) Math.max(LEAST_BLOCK, Math.min(BLOCK, memory / ENTRY));
    }

    /** Begins a range; see {@link io.whorl.store.MinutiaTable#ascending(long, long, OverflowWindow)}. */
    void open(long first, long last, OverflowWindow window) {
        cursor = segment.reading(() -> segment.table().ascending(first, last, window));
        begun = false;
        held = 0;
        at = -1;
        taken = 0;
    }

    /** The number of minutiae that were read since {@link #open}. */
    long taken() {
        return taken;
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
        taken += n;
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
