package io.whorl.write;

import io.whorl.live.LiveTier;
import io.whorl.log.LogSink;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DocumentDate;
import io.whorl.store.LogFrequency;
import io.whorl.store.StoredText;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Adds the operations of a commit to the active live tier. If the tier is searched, looks up the frequencies of a
 * sample of the minutiae of each document.
 */
final class LiveTierFeed implements LogSink {
    private static final long[] NOT_COUNTED = {};

    /**
     * The mean of a long document is estimated from this many of its minutiae, until a seal computes it. Minutiae are
     * hashes, so equal steps through the sorted ones are a random sample.
     */
    private static final int SAMPLE = 128;

    private final Consumer<byte[]> kill;
    private final boolean texts;
    private final LiveTier live;
    private final CollectionFrequencies sealed;
    private final long sealedDocuments;
    private final long[] sampled = new long[SAMPLE];
    private final long[] holders = new long[SAMPLE];
    /** The stored form of the text of the next document. */
    private byte[] text = StoredText.NONE;

    private long date = DocumentDate.NONE;

    /**
     * @param kill receives the id of each document before it is added or deleted
     * @param before the state before the operations
     * @param texts whether the operations come from the log of an index that stores texts, and must be verified
     */
    LiveTierFeed(Consumer<byte[]> kill, IndexState before, boolean texts) {
        this.texts = texts;
        this.kill = kill;
        live = before.active().live();
        sealed = live.isSearched() ? IndexState.frequencies(before.sealed()) : CollectionFrequencies.none();
        sealedDocuments = sealed.documents();
    }

    @Override
    public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        kill.accept(id);
        byte[] stored = text;
        text = StoredText.NONE;
        long dated = date;
        date = DocumentDate.NONE;
        if (!live.isSearched()) {
            live.add(id, words, extra, minutiae, frequencies, n, NOT_COUNTED, 1, stored, dated);
            return;
        }
        int every = Math.max(1, (n + SAMPLE - 1) / SAMPLE);
        int count = (n + every - 1) / every;
        for (int i = 0; i < count; i++) {
            sampled[i] = minutiae[i * every];
        }
        Arrays.fill(holders, 1);
        sealed.addTo(sampled, count, holders);
        int document = live.add(id, words, extra, minutiae, frequencies, n, holders, every, stored, dated);
        long most = LogFrequency.most(sealedDocuments + document + 1);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Math.min(most, LogFrequency.of(holders[i]));
        }
        live.meanLog(document, LogFrequency.value(LogFrequency.mean(sum, count)));
    }

    @Override
    public boolean storesTexts() {
        return texts;
    }

    @Override
    public void text(byte[] stored) {
        text = stored;
    }

    @Override
    public void date(long millis) {
        date = millis;
    }

    @Override
    public void delete(byte[] id) {
        kill.accept(id);
    }

    @Override
    public void commit(long sequence) {}
}
