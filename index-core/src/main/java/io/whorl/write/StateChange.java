package io.whorl.write;

import java.util.ArrayList;
import java.util.List;

/** What one commit does to those who live, on the way from one state to the next. Used once, by the commit thread. */
final class StateChange {
    private final IndexState from;
    private final List<Ordinals> inSealed = new ArrayList<>();
    private final List<Ordinals> inTiers = new ArrayList<>();

    StateChange(IndexState from) {
        this.from = from;
        from.sealed().forEach(s -> inSealed.add(new Ordinals()));
        from.tiers().forEach(t -> inTiers.add(new Ordinals()));
    }

    /** The document of this id, if there is one, dies: it is deleted, or another takes its place. */
    void kill(byte[] id) {
        for (int i = from.tiers().size() - 1; i >= 0; i--) {
            // The newest of the id, be it of this commit: when it was added, every other one died.
            int document = from.tiers().get(i).live().find(id);
            if (document >= 0) {
                inTiers.get(i).add(document);
                return;
            }
        }
        LivingDocuments.find(from.sealed(), id, (i, ordinal) -> inSealed.get(i).add(ordinal));
    }

    /** The document of this id that the commit itself added, if there is one, dies; reads no segment. */
    void killAdded(byte[] id) {
        TierState active = from.active();
        int document = active.live().find(id);
        if (document >= active.documents()) {
            inTiers.get(inTiers.size() - 1).add(document);
        }
    }

    /** The next state, in which the active tier holds so many documents. */
    IndexState done(int documents, long sequence) {
        List<SealedSegment> sealed = new ArrayList<>();
        for (int i = 0; i < inSealed.size(); i++) {
            SealedSegment s = from.sealed().get(i);
            sealed.add(s.dead(
                    s.dead().with(inSealed.get(i).array(), inSealed.get(i).size())));
        }
        List<TierState> tiers = new ArrayList<>();
        for (int i = 0; i < inTiers.size(); i++) {
            TierState t = from.tiers().get(i);
            tiers.add(t.with(
                    i == inTiers.size() - 1 ? documents : t.documents(),
                    t.dead().with(inTiers.get(i).array(), inTiers.get(i).size())));
        }
        return new IndexState(sealed, tiers, sequence);
    }
}
