package io.whorl.pairs;

import io.whorl.parts.SegmentSide;
import io.whorl.score.Side;

/** A document of a segment without the minutiae that are template. One thread at a time. */
final class PairSide implements Side {
    private final SegmentSide whole;
    private final LeftOut leftOut;
    private int document;

    PairSide(PairTables tables) {
        whole = new SegmentSide(tables.segment());
        leftOut = tables.leftOut();
    }

    /** Turns to a document; returns this. */
    PairSide at(int of) {
        document = of;
        whole.at(of);
        return this;
    }

    @Override
    public long minutiae() {
        return whole.minutiae() - leftOut.template(document);
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
