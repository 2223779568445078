package io.whorl.write;

import io.whorl.query.SealedPart;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;

/** A segment of the index, and which of its documents are dead by now. */
record Sealed(SegmentFile file, Segment segment, DeadDocuments dead) {
    static Sealed whole(SegmentFile file, Segment segment) {
        return new Sealed(file, segment, DeadDocuments.none(segment.counts().documents()));
    }

    Sealed dead(DeadDocuments now) {
        return now == dead ? this : new Sealed(file, segment, now);
    }

    Sealed file(SegmentFile named) {
        return new Sealed(named, segment, dead);
    }

    /** Of its file; no two segments of an index ever have the same. */
    String name() {
        return file.name();
    }

    long liveDocuments() {
        return dead.documents() - dead.count();
    }

    SealedPart part() {
        return new SealedPart(segment, dead);
    }
}
