package io.whorl.parts;

import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import java.util.function.IntPredicate;

/** Reads the documents of a segment, one after another, for comparisons. One thread at a time. */
public final class SegmentSide implements Side {
    private final DocumentTable documents;
    private final Scheme scheme;
    private IntPredicate extraLengths;
    private long ordinal;
    private long without;

    public SegmentSide(Segment segment) {
        documents = segment.documents();
        scheme = segment.scheme();
    }

    /** Turns to a document; returns this. */
    public SegmentSide at(long document) {
        return at(document, 0);
    }

    /** Turns to a document without some of its minutiae, of which this is the number; returns this. */
    public SegmentSide at(long document, long leftOut) {
        ordinal = document;
        without = leftOut;
        return this;
    }

    @Override
    public long minutiae() {
        return documents.minutiae(ordinal) - without;
    }

    @Override
    public long words() {
        return documents.words(ordinal);
    }

    @Override
    public byte[] extra() {
        byte[] extra = documents.extra(ordinal);
        if (extraLengths == null) {
            // Few queries read extras, and looking up the strategy of a scheme takes longer than all else here.
            extraLengths = DocumentExtras.lengths(scheme);
        }
        if (!extraLengths.test(extra.length)) {
            throw documents.damaged("document " + ordinal + " has an extra of " + extra.length + " bytes");
        }
        return extra;
    }

    @Override
    public double norm() {
        return Double.longBitsToDouble(documents.extraLong(ordinal));
    }
}
