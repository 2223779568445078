package io.whorl.write;

import java.util.List;

/** Finds the living document with an id among segments. */
final class LivingDocuments {
    private LivingDocuments() {}

    /** Receives the position of a living document. */
    interface Sink {
        void found(int segment, long ordinal);
    }

    /** Finds the living document with this id; there is at most one. Returns whether there is one. */
    static boolean find(List<SealedSegment> segments, byte[] id, Sink sink) {
        // The newest segment first, because documents that change often changed recently.
        for (int i = segments.size() - 1; i >= 0; i--) {
            SealedSegment s = segments.get(i);
            long ordinal = s.dead().living(s.segment(), id);
            if (ordinal >= 0) {
                sink.found(i, ordinal);
                return true;
            }
        }
        return false;
    }

    /** Whether a state contains a living document with this id. */
    static boolean contains(IndexState state, byte[] id) {
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
