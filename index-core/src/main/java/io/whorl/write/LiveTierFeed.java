package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.log.LogSink;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.LogFrequency;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Adds the operations of a commit to the active live tier. If the tier is searched, looks up the frequencies of the
 * minutiae of each document.
 */
final class LiveTierFeed implements LogSink {
    private final Consumer<byte[]> kill;
    private final LiveTier live;
    private final CollectionFrequencies sealed;
    private final long sealedDocuments;
    private long[] holders = {};

    /**
     * @param kill receives the id of each document before it is added or deleted
     * @param before the state before the operations
     */
    LiveTierFeed(Consumer<byte[]> kill, IndexState before) {
        this.kill = kill;
        live = before.active().live();
        sealed = live.isSearched() ? IndexState.frequencies(before.sealed()) : CollectionFrequencies.none();
        sealedDocuments = sealed.documents();
    }

    @Override
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        kill.accept(id);
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
        kill.accept(id);
    }

    @Override
    public void commit(long sequence) {}
}
