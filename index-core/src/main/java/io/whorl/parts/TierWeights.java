package io.whorl.parts;

import io.whorl.live.LiveTier;
import io.whorl.live.LiveView;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.LogFrequency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The means of the documents of a tier. They are set when a query first needs them, because most queries need none, and
 * looking minutiae up takes nearly as long as adding them. A mean that is set stays. Thread-safe.
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

    private static final long[] NONE = {};

    private final LiveTier tier;
    /** The first minutiae of each document, until its mean is set. Guarded by itself. */
    private final List<long[]> samples = new ArrayList<>();
    /** The means of so many documents are set. */
    private volatile int weighed;

    /** @param tier all of whose documents are added here too */
    TierWeights(LiveTier tier) {
        this.tier = tier;
    }

    /** Remembers the first minutiae of the next document. */
    void add(long[] minutiae, int n) {
        long[] sample = Arrays.copyOf(minutiae, Math.min(SAMPLE, n));
        synchronized (samples) {
            samples.add(sample);
        }
    }

    /** Whether the means of the first documents are set. */
    boolean isSet(int documents) {
        return weighed >= documents;
    }

    /**
     * Sets the means of the documents of a view that have none.
     *
     * @param dead the documents of the view that do not count
     * @param sealed the documents of the segments
     */
    synchronized void set(LiveView view, DeadDocuments dead, CollectionFrequencies sealed) {
        int n = view.documents();
        long most = LogFrequency.most(sealed.documents() + n);
        try (LiveView.Cursor cursor = view.cursor()) {
            for (int from = weighed; from < n; from = weighed) {
                int to = Math.min(from + TOGETHER, n);
                set(samples(from, to), from, most, sealed, cursor, dead);
                weighed = to;
                forget(from, to);
            }
        }
    }

    private List<long[]> samples(int from, int to) {
        synchronized (samples) {
            return List.copyOf(samples.subList(from, to));
        }
    }

    private void forget(int from, int to) {
        synchronized (samples) {
            samples.subList(from, to).replaceAll(sample -> NONE);
        }
    }

    private void set(
            List<long[]> some,
            int first,
            long most,
            CollectionFrequencies sealed,
            LiveView.Cursor cursor,
            DeadDocuments dead) {
        long[] minutiae = some.stream().flatMapToLong(Arrays::stream).toArray();
        int n = minutiae.length;
        int[] links = new int[n];
        long[] holders = new long[n];
        cursor.findAll(minutiae, 0, n, links);
        for (int i = 0; i < n; i++) {
            holders[i] = cursor.open(links[i]) ? living(cursor, dead) : 0;
        }
        sealed.addTo(minutiae, n, holders);
        int at = 0;
        for (int d = 0; d < some.size(); d++) {
            int end = at + some.get(d).length;
            tier.meanLog(first + d, LogFrequency.mean(holders, at, end, most));
            at = end;
        }
    }

    private static int living(LiveView.Cursor cursor, DeadDocuments dead) {
        int living = 0;
        for (int i = 0; i < COUNTED && cursor.next(); i++) {
            living += dead.contains(cursor.document()) ? 0 : 1;
        }
        return living;
    }
}
