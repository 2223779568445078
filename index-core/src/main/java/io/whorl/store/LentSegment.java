package io.whorl.store;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/**
 * A segment that results read after the search has ended. It stays mapped until this is closed or, if it was lent,
 * until this is no longer reachable. Thread-safe.
 */
public final class LentSegment {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Segment segment;
    private final Cleaner.Cleanable release;
    private volatile boolean lent;

    /** @param segment a segment that the caller holds during this call */
    public LentSegment(Segment segment) {
        this.segment = segment;
        segment.retain();
        release = CLEANER.register(this, segment::release);
    }

    /** As {@link Segment#reading}. */
    public <T> T reading(Supplier<T> reader) {
        try {
            return segment.reading(reader::get);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Returns this for a result that may be read after {@link #close}. */
    public LentSegment lend() {
        lent = true;
        return this;
    }

    /** The id of a document; called inside {@link #reading}. */
    public String id(int document) {
        return segment.documents().id(document);
    }

    /** Releases the segment unless it was lent. A second call has no effect. */
    public void close() {
        if (!lent) {
            release.clean();
        }
    }
}
