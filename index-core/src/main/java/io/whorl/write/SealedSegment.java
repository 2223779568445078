package io.whorl.write;

import io.whorl.parts.SealedPart;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;

/**
 * A segment of the index, and which of its documents are dead by now. The writer holds its files while a state has it.
 */
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

    /** Of its file; no two segments of an index ever have the same. */
    String name() {
        return file.name();
    }

    long liveDocuments() {
        return dead.documents() - dead.count();
    }

    /** Lets go of the files. */
    void release() {
        segment.release();
        dead.release();
    }

    /** The same for a snapshot, which holds the files itself. */
    SealedPart part() {
        SealedPart part = new SealedPart(segment, dead);
        part.take();
        return part;
    }
}
