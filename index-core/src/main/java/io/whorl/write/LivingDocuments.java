package io.whorl.write;

import java.util.List;

/** Finds the one living document of an id among segments. */
final class LivingDocuments {
    private LivingDocuments() {}

    /** Takes where a living document is. */
    interface Sink {
        void found(int segment, long ordinal);
    }

    /** Whether a segment holds a living document of this id; there is at most one. */
    static boolean find(List<SealedSegment> segments, byte[] id, Sink sink) {
        // The newest first: what changes often was changed lately.
        for (int i = segments.size() - 1; i >= 0; i--) {
            SealedSegment s = segments.get(i);
            long ordinal = s.segment().reading(() -> s.segment().documents().find(id));
            if (ordinal >= 0 && !s.dead().contains(ordinal)) {
                sink.found(i, ordinal);
                return true;
            }
        }
        return false;
    }

    /** Whether a document of this id lives in a state. */
    static boolean holds(IndexState state, byte[] id) {
        for (int i = state.tiers().size() - 1; i >= 0; i--) {
            TierState tier = state.tiers().get(i);
            int document = tier.live().find(id, tier.documents());
            if (document >= 0) {
                return !tier.dead().contains(document);
            }
        }
        return find(state.sealed(), id, (i, ordinal) -> {});
    }
}
