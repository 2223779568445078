package io.whorl.pairs;

import io.whorl.parts.SegmentSide;
import io.whorl.score.Side;
import io.whorl.store.Segment;

/** A document of a segment without the minutiae that are left out of a pair. One thread at a time. */
final class PairSide implements Side {
    private final SegmentSide whole;
    private long leftOut;

    PairSide(Segment segment) {
        whole = new SegmentSide(segment);
    }

    /**
     * Turns to a document; returns this.
     *
     * @param without the number of its minutiae that are left out
     */
    PairSide at(int document, long without) {
        whole.at(document);
        leftOut = without;
        return this;
    }

    @Override
    public long minutiae() {
        return whole.minutiae() - leftOut;
    }

    @Override
    public long words() {
        return whole.words();
    }

    @Override
    public byte[] extra() {
        return whole.extra();
    }
}
