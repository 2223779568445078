package io.whorl.pairs;

import io.whorl.store.Segment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/**
 * A segment that is read after the call that found it: it stays mapped until this is closed or, if parts of the result
 * go on reading it, until nothing refers to this any more. Thread-safe.
 */
final class LentSegment {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Segment segment;
    private final Cleaner.Cleanable release;
    private volatile boolean lent;

    /** @param segment held by the caller during this call */
    LentSegment(Segment segment) {
        this.segment = segment;
        segment.retain();
        release = CLEANER.register(this, segment::release);
    }

    /** As {@link Segment#reading}. */
    <T> T reading(Supplier<T> reader) {
        try {
            return segment.reading(reader);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** This, for a part of the result that outlives the result. */
    LentSegment lend() {
        lent = true;
        return this;
    }

    /** The id of a document; inside {@link #reading}. */
    String id(int document) {
        return segment.documents().id(document);
    }

    /** Lets go of the segment, unless it was lent; a second call does nothing. */
    void close() {
        if (!lent) {
            release.clean();
        }
    }
}
