package io.whorl.parts;

import io.whorl.live.LiveTier;
import io.whorl.live.LiveView;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.LogFrequency;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * Sets the means of documents after all documents of a read are in the tier, so that those before and after a document
 * count alike. Used once.
 */
final class TierWeights {
    /**
     * A mean is estimated from so many minutiae, as a seal does. The first ones are a random sample: they are hashes.
     */
    private static final int SAMPLE = 128;
    /** Documents whose samples are looked up together, so that the cache misses overlap. */
    private static final int TOGETHER = 16;
    /** The largest number of documents of a tier that are counted for a minutia. A list can have every document. */
    private static final int COUNTED = 64;

    private final LiveTier tier;
    private final CollectionFrequencies sealed;
    private final IntArrayList documents = new IntArrayList();
    /** The ends of the samples of the documents in {@code sampled}. */
    private final IntArrayList ends = new IntArrayList();

    private final LongArrayList sampled = new LongArrayList();
    private final long[] minutiae = new long[SAMPLE * TOGETHER];
    private final long[] holders = new long[SAMPLE * TOGETHER];
    private final int[] links = new int[SAMPLE * TOGETHER];

    /** @param sealed the documents of the segments */
    TierWeights(LiveTier tier, CollectionFrequencies sealed) {
        this.tier = tier;
        this.sealed = sealed;
    }

    /** Remembers the first minutiae of a document. */
    void add(int document, long[] of, int n) {
        for (int i = 0; i < Math.min(SAMPLE, n); i++) {
            sampled.addLong(of[i]);
        }
        documents.addInt(document);
        ends.addInt(sampled.size());
    }

    /**
     * Sets the means. Must be called before a snapshot has a view of the documents.
     *
     * @param dead the documents of the tier that do not count
     */
    void set(DeadDocuments dead) {
        if (documents.isEmpty()) {
            return;
        }
        long most = LogFrequency.most(sealed.documents() + tier.documents());
        try (LiveView view = tier.view();
                LiveView.Cursor cursor = view.cursor()) {
            for (int from = 0; from < documents.size(); from += TOGETHER) {
                set(from, Math.min(from + TOGETHER, documents.size()), most, cursor, dead);
            }
        }
    }

    private static int living(LiveView.Cursor cursor, DeadDocuments dead) {
        int living = 0;
        for (int i = 0; i < COUNTED && cursor.next(); i++) {
            living += dead.contains(cursor.document()) ? 0 : 1;
        }
        return living;
    }

    private void set(int from, int to, long most, LiveView.Cursor cursor, DeadDocuments dead) {
        int first = from == 0 ? 0 : ends.getInt(from - 1);
        int n = ends.getInt(to - 1) - first;
        for (int i = 0; i < n; i++) {
            minutiae[i] = sampled.getLong(first + i);
        }
        cursor.findAll(minutiae, 0, n, links);
        for (int i = 0; i < n; i++) {
            holders[i] = cursor.open(links[i]) ? living(cursor, dead) : 0;
        }
        sealed.addTo(minutiae, n, holders);
        int at = 0;
        for (int d = from; d < to; d++) {
            int end = ends.getInt(d) - first;
            tier.meanLog(documents.getInt(d), LogFrequency.mean(holders, at, end, most));
            at = end;
        }
    }
}
