package io.whorl.write;

import io.whorl.store.CollectionFrequencies;
import java.util.ArrayList;
import java.util.List;

/**
 * The whole index as of one commit. Immutable; the commit thread makes the next one.
 *
 * @param tiers those being sealed, the oldest first, and at last the one that takes commits
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

    /** With this tier, which takes commits from now on. */
    IndexState opened(TierState tier) {
        List<TierState> now = new ArrayList<>(tiers);
        now.add(tier);
        return new IndexState(sealed, now, sequence);
    }

    /** Those of the segments that another state does not have. */
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

    /** How many living documents of these segments hold a minutia. */
    static CollectionFrequencies frequencies(List<SealedSegment> of) {
        return new CollectionFrequencies(of.stream()
                .map(s -> new CollectionFrequencies.Part(s.segment(), s.dead()))
                .toList());
    }

    /** With these segments. */
    IndexState sealed(List<SealedSegment> segments) {
        return new IndexState(segments, tiers, sequence);
    }
}
