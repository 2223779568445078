package io.whorl.parts;

import io.whorl.live.LiveTier;
import io.whorl.log.LogSink;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.LogFrequency;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Adds the operations of commits to a live tier, until {@link #finish}. Looks up the frequencies of a sample of the
 * minutiae of each document, if the caller wants this.
 */
public final class LiveTierFeed implements LogSink {
    private static final long[] NOT_COUNTED = {};

    /**
     * The mean of a long document is estimated from this many of its minutiae, until a seal estimates it from more. The
     * first ones are a random sample, because minutiae are hashes, and they are next to each other in each segment.
     */
    private static final int SAMPLE = 64;
    /** Documents whose samples are looked up together, so that the cache misses overlap. */
    private static final int TOGETHER = 16;

    private final Consumer<byte[]> kill;
    private final boolean verified;
    private final boolean fingerprints;
    private final FingerprintEncoder encoder;
    private final LiveTier live;
    private final boolean weighs;
    private final CollectionFrequencies sealed;
    private final long sealedDocuments;
    private final long[] counted = new long[SAMPLE];
    /** The samples of the documents that wait for the look-up, one after another, and their counts. */
    private final long[] sampled = new long[SAMPLE * TOGETHER];

    private final long[] holders = new long[SAMPLE * TOGETHER];
    private final int[] ends = new int[TOGETHER];
    private final int[] waiting = new int[TOGETHER];
    private int waits;
    private boolean full;

    /**
     * @param kill receives the id of each document before it is added or deleted
     * @param live the tier
     * @param sealed the documents of the segments before the operations; empty if no means are to be set
     * @param stored what the index stores of its documents
     * @param logged whether the operations come from a log, so that texts must be verified
     */
    public LiveTierFeed(
            Consumer<byte[]> kill,
            LiveTier live,
            Optional<CollectionFrequencies> sealed,
            Scheme scheme,
            StoredKinds stored,
            boolean logged) {
        this.kill = kill;
        this.live = live;
        weighs = sealed.isPresent();
        this.sealed = sealed.orElse(CollectionFrequencies.none());
        verified = logged && stored.texts();
        fingerprints = stored.fingerprints();
        encoder = new FingerprintEncoder(scheme.frequencies());
        sealedDocuments = this.sealed.documents();
    }

    /** Whether a document did not fit into the tier. It was not added, nor were those after it. */
    public boolean isFull() {
        return full;
    }

    @Override
    public void add(LoggedDocument d) {
        byte[] fingerprint =
                fingerprints ? encoder.encode(d.minutiae(), d.frequencies(), d.n()) : StoredFingerprint.NONE;
        full = full || !live.fits(1, d.n(), d.bytes() + fingerprint.length);
        if (full) {
            return;
        }
        kill.accept(d.id());
        if (!weighs) {
            live.add(d, fingerprint, NOT_COUNTED);
            return;
        }
        int count = Math.min(SAMPLE, d.n());
        int from = waits == 0 ? 0 : ends[waits - 1];
        Arrays.fill(counted, 0, count, 1);
        waiting[waits] = live.add(d, fingerprint, counted);
        for (int i = 0; i < count; i++) {
            sampled[from + i] = d.minutiae()[i];
            holders[from + i] = counted[i];
        }
        ends[waits++] = from + count;
        if (waits == TOGETHER) {
            finish();
        }
    }

    /** Sets the means of the documents added so far. Must be called before a view is made of them. */
    public void finish() {
        if (waits == 0) {
            return;
        }
        sealed.addTo(sampled, ends[waits - 1], holders);
        int from = 0;
        for (int d = 0; d < waits; d++) {
            long most = LogFrequency.most(sealedDocuments + waiting[d] + 1);
            live.meanLog(waiting[d], LogFrequency.mean(holders, from, ends[d], most));
            from = ends[d];
        }
        waits = 0;
    }

    @Override
    public boolean storesTexts() {
        return verified;
    }

    @Override
    public void delete(byte[] id) {
        kill.accept(id);
    }
}
