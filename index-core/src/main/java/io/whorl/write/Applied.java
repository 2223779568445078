package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.log.LogSink;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.LogFrequency;
import java.util.Arrays;

/**
 * Operations as the active live tier takes them. Where the tier is searched, each document's minutiae are looked up.
 */
final class Applied implements LogSink {
    private final Change change;
    private final LiveTier live;
    private final CollectionFrequencies sealed;
    private final long sealedDocuments;
    private long[] holders = {};

    /** @param before the state before the operations */
    Applied(Change change, State before) {
        this.change = change;
        live = before.active().live();
        sealed = live.isSearched() ? State.frequencies(before.sealed()) : CollectionFrequencies.none();
        sealedDocuments = sealed.documents();
    }

    @Override
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        change.kill(id);
        if (!live.isSearched()) {
            live.add(id, words, extra, minutiae, frequencies, n);
            return;
        }
        if (holders.length < n) {
            holders = new long[Math.max(n, holders.length * 2)];
        }
        Arrays.fill(holders, 0, n, 1);
        sealed.addTo(minutiae, n, holders);
        int document = live.add(id, words, extra, minutiae, frequencies, n, holders);
        long most = LogFrequency.most(sealedDocuments + document + 1);
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.min(most, LogFrequency.of(holders[i]));
        }
        live.meanLog(document, LogFrequency.value(LogFrequency.mean(sum, n)));
    }

    @Override
    public void delete(byte[] id) {
        change.kill(id);
    }

    @Override
    public void commit(long sequence) { }
}
