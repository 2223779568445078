package io.whorl.write;

import io.whorl.parts.SealedPart;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;

/** A segment of the index with its dead documents. The writer holds its files while a state contains it. */
record SealedSegment(SegmentFile file, Segment segment, DeadDocuments dead) {
    static SealedSegment whole(SegmentFile file, Segment segment) {
        return new SealedSegment(
                file, segment, DeadDocuments.none(segment.counts().documents()));
    }

    SealedSegment dead(DeadDocuments now) {
        return now == dead ? this : new SealedSegment(file, segment, now);
    }

    SealedSegment file(SegmentFile named) {
        return new SealedSegment(named, segment, dead);
    }

    /** The file name, which is unique among all segments of an index. */
    String name() {
        return file.name();
    }

    long liveDocuments() {
        return dead.documents() - dead.count();
    }

    /** Releases the files. */
    void release() {
        segment.release();
        dead.release();
    }

    /** A copy for a snapshot, which holds the files itself. */
    SealedPart part() {
        SealedPart part = new SealedPart(segment, dead);
        part.take();
        return part;
    }
}
