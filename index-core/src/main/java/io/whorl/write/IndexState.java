package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.parts.LivePart;
import io.whorl.parts.SealedPart;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The whole index as of one commit. Immutable. The commit thread makes the next state.
 *
 * @param tiers the tiers being sealed, oldest first, and last the active tier, which receives commits
 * @param sequence number of the commit
 */
record IndexState(List<SealedSegment> sealed, List<TierState> tiers, long sequence) {
    IndexState {
        sealed = List.copyOf(sealed);
        tiers = List.copyOf(tiers);
    }

    TierState active() {
        return tiers.get(tiers.size() - 1);
    }

    /** A state with a new active tier. */
    IndexState opened(TierState tier) {
        List<TierState> now = new ArrayList<>(tiers);
        now.add(tier);
        return new IndexState(sealed, now, sequence);
    }

    /** The segments that another state does not contain. */
    List<SealedSegment> without(IndexState other) {
        boolean same = sealed.size() == other.sealed.size();
        for (int i = 0; same && i < sealed.size(); i++) {
            same = sealed.get(i).segment() == other.sealed.get(i).segment();
        }
        return same
                ? List.of()
                : sealed.stream()
                        .filter(s -> other.sealed.stream().noneMatch(o -> o.segment() == s.segment()))
                        .toList();
    }

    /** The frequencies of minutiae in the living documents of these segments. */
    static CollectionFrequencies frequencies(List<SealedSegment> of) {
        return new CollectionFrequencies(of.stream()
                .map(s -> new CollectionFrequencies.Part(s.segment(), s.dead()))
                .toList());
    }

    /** The documents of the segments, for the weights of documents that the active tier receives, if it is searched. */
    Optional<CollectionFrequencies> sampled() {
        return active().live().isSearched() ? Optional.of(frequencies(sealed)) : Optional.empty();
    }

    /** A state with these segments. */
    IndexState sealed(List<SealedSegment> segments) {
        return new IndexState(segments, tiers, sequence);
    }

    /**
     * A live tier as of one commit, with the log that contains the same documents.
     *
     * @param documents how many documents it has as of the commit, dead or alive
     * @param log number of its log
     * @param first number of the last commit before those in its log
     */
    record TierState(LiveTier live, int documents, DeadDocuments dead, long log, long first) {
        TierState with(int documentsNow, DeadDocuments deadNow) {
            return new TierState(live, documentsNow, deadNow, log, first);
        }

        LivePart part() {
            return new LivePart(live.view(documents), dead);
        }
    }

    /**
     * The segments of one state, held while a thread other than the commit thread reads them. A merge may remove any of
     * them from the index meanwhile.
     */
    static final class HeldSegments implements AutoCloseable {
        private final List<SealedSegment> segments;
        private final List<SealedPart> holds;

        HeldSegments(IndexState state) {
            segments = state.sealed();
            holds = segments.stream().map(SealedSegment::part).toList();
        }

        List<SealedSegment> segments() {
            return segments;
        }

        @Override
        public void close() {
            holds.forEach(SealedPart::release);
        }
    }
}
