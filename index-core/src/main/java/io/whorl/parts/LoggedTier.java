package io.whorl.parts;

import io.whorl.live.LiveLimits;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveView;
import io.whorl.log.ForwardingSink;
import io.whorl.log.LogChain;
import io.whorl.log.LogPlace;
import io.whorl.log.LogTail;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.agrona.collections.LongArrayList;

/**
 * The documents of commits of one log, in heap. A refresh adds the documents of later commits, so that no commit is
 * read twice. The snapshots that contain these documents share the tier, but only the newest one can add. Thread-safe.
 */
final class LoggedTier {
    private static final LiveLimits LIMITS = new LiveLimits(1 << 22, 1 << 20);
    /** The heap of a tier without documents, and of a document without its postings, in bytes. */
    private static final long EMPTY = 256 << 10;

    private static final long DOCUMENT = 2048;
    /** The most bytes of a minutia and its frequency in a stored fingerprint. */
    private static final long STORED = 16;

    private final LogMemory memory;
    private final AtomicLong taken = new AtomicLong();
    private final LiveTier tier;
    private final TierWeights weights;
    /** The number of the last commit in the tier. Other commits than the next one cannot be added. */
    private long last;
    /** True while commits are read, and after this has failed: then documents of other commits may be in the tier. */
    private boolean reading;

    private LoggedTier(LogMemory memory, long after, boolean frequencies) {
        this.memory = memory;
        taken.set(EMPTY);
        tier = LiveTier.inHeap(LIMITS, frequencies, () -> memory.give(taken.getAndSet(0)));
        weights = new TierWeights(tier);
        last = after;
    }

    /** An empty tier for the commits after a given one; nothing if too little memory is left for it. */
    static Optional<LoggedTier> create(LogMemory memory, long after, boolean frequencies) {
        return memory.take(EMPTY) ? Optional.of(new LoggedTier(memory, after, frequencies)) : Optional.empty();
    }

    /** No documents of a tier are dead. */
    static DeadDocuments none() {
        return DeadDocuments.none(LIMITS.documents());
    }

    /**
     * What was read.
     *
     * @param tail where the log ends
     * @param part all documents of the tier; the caller closes its view
     */
    record Read(LogTail tail, LivePart part) {}

    /**
     * Adds the commits from a place to the end of the log.
     *
     * @param directory of the logs
     * @param dead the dead documents of the tier
     * @param older the documents of older parts that these commits delete are marked here
     * @return empty if the tier cannot add them: there is no room, another snapshot has added commits, or reading has
     *     failed before
     * @throws IOException if the log cannot be read, also as in {@link LogChain#readOne}; then the tier is of no use
     */
    synchronized Optional<Read> read(
            Path directory, LogPlace from, Scheme scheme, StoredKinds stored, DeadDocuments dead, PartDeaths older)
            throws IOException {
        if (reading || from.after() != last) {
            return Optional.empty();
        }
        reading = true;
        LongArrayList killed = new LongArrayList();
        LiveTierFeed feed =
                new LiveTierFeed(id -> kill(id, killed, older), tier, Optional.empty(), scheme, stored, true);
        Bounded bounded = new Bounded(feed, stored);
        LogTail tail = LogChain.readOne(directory, from, scheme, bounded);
        if (bounded.full) {
            return Optional.empty();
        }
        DeadDocuments deadNow = dead.with(killed.toLongArray(), killed.size());
        last = tail.sequence();
        reading = false;
        LiveView view = tier.view();
        tier.leaveToViews();
        return Optional.of(new Read(tail, new LivePart(view, deadNow)));
    }

    private void kill(byte[] id, LongArrayList killed, PartDeaths older) {
        // The newest document of the id: when it was added, every other one died.
        int document = tier.find(id);
        if (document >= 0) {
            killed.addLong(document);
        } else {
            older.kill(id);
        }
    }

    /**
     * Sets the weights of the documents of a part of this tier that have none.
     *
     * @param sealed makes the frequencies of the segments of the same snapshot, if they are needed
     */
    void weigh(LivePart part, Supplier<CollectionFrequencies> sealed) {
        if (!weights.isSet(part.view().documents())) {
            weights.set(part.view(), part.dead(), sealed.get());
        }
    }

    /** A view of the first documents. */
    LiveView view(int documents) {
        return tier.view(documents);
    }

    /** Ends a tier whose first commits could not be added. */
    void close() {
        tier.close();
    }

    /** Passes operations on as long as there is room for them. */
    private final class Bounded extends ForwardingSink {
        private final boolean fingerprints;
        private boolean full;
        private long text;

        Bounded(LiveTierFeed to, StoredKinds stored) {
            super(to);
            fingerprints = stored.fingerprints();
        }

        @Override
        public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n)
                throws IOException {
            long held = id.length + extra.length + text + (fingerprints ? STORED * n : 0);
            text = 0;
            long before = tier.minutiaeBytes();
            long most = tier.bytesToAdd(n);
            long bytes = DOCUMENT + held + most;
            full = full || !tier.fits(1, n, held) || !memory.take(bytes);
            if (!full) {
                taken.addAndGet(bytes);
                super.add(id, words, extra, minutiae, frequencies, n);
                weights.add(minutiae, n);
                long unused = most - (tier.minutiaeBytes() - before);
                taken.addAndGet(-unused);
                memory.give(unused);
            }
        }

        @Override
        public void text(byte[] stored) throws IOException {
            text = stored.length;
            super.text(stored);
        }

        @Override
        public void delete(byte[] id) throws IOException {
            if (!full) {
                super.delete(id);
            }
        }
    }
}
