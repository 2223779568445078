package io.whorl.write;

import io.whorl.store.CollectionFrequencies;
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
}
