package io.whorl.write;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/**
 * The documents that one commit deletes or replaces, on the way from one state to the next. Used once, by the commit
 * thread.
 */
final class StateChange {
    private final IndexState from;
    private final List<LongArrayList> inSealed = new ArrayList<>();
    private final List<LongArrayList> inTiers = new ArrayList<>();

    StateChange(IndexState from) {
        this.from = from;
        from.sealed().forEach(s -> inSealed.add(new LongArrayList()));
        from.tiers().forEach(t -> inTiers.add(new LongArrayList()));
    }

    /** Marks the document with this id as dead, if there is one. */
    void kill(byte[] id) {
        for (int i = from.tiers().size() - 1; i >= 0; i--) {
            // The newest document with the id, possibly of this commit: when it was added, every other one died.
            int document = from.tiers().get(i).live().find(id);
            if (document >= 0) {
                inTiers.get(i).addLong(document);
                return;
            }
        }
        LivingDocuments.find(from.sealed(), id, (i, ordinal) -> inSealed.get(i).addLong(ordinal));
    }

    /** Marks the document with this id that the commit itself added as dead. Reads no segment. */
    void killAdded(byte[] id) {
        TierState active = from.active();
        int document = active.live().find(id);
        if (document >= active.documents()) {
            inTiers.get(inTiers.size() - 1).addLong(document);
        }
    }

    /**
     * The next state.
     *
     * @param documents the number of documents in the active tier
     */
    IndexState done(int documents, long sequence) {
        List<SealedSegment> sealed = new ArrayList<>();
        for (int i = 0; i < inSealed.size(); i++) {
            SealedSegment s = from.sealed().get(i);
            sealed.add(s.dead(
                    s.dead().with(inSealed.get(i).toLongArray(), inSealed.get(i).size())));
        }
        List<TierState> tiers = new ArrayList<>();
        for (int i = 0; i < inTiers.size(); i++) {
            TierState t = from.tiers().get(i);
            tiers.add(t.with(
                    i == inTiers.size() - 1 ? documents : t.documents(),
                    t.dead().with(inTiers.get(i).toLongArray(), inTiers.get(i).size())));
        }
        return new IndexState(sealed, tiers, sequence);
    }
}
