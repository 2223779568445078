package io.whorl.parts;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.live.LiveView;
import io.whorl.log.LogReader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogSink;
import io.whorl.log.LoggedDocument;
import io.whorl.parts.Part.LivePart;
import io.whorl.parts.Part.PartDeaths;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.LogFrequency;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

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
    record Read(LogPlace tail, LivePart part) {}

    /**
     * Adds the commits from a place to the end of the log.
     *
     * @param directory of the logs
     * @param dead the dead documents of the tier
     * @param older the documents of older parts that these commits delete are marked here
     * @return empty if the tier cannot add them: there is no room, another snapshot has added commits, or reading has
     *     failed before
     * @throws IOException if the log cannot be read, also as in {@link LogReader#readOne}; then the tier is of no use
     */
    synchronized Optional<Read> read(
            Path directory, LogPlace from, Scheme scheme, StoredKinds stored, DeadDocuments dead, PartDeaths older)
            throws IOException {
        if (reading || from.sequence() != last) {
            return Optional.empty();
        }
        reading = true;
        LongArrayList killed = new LongArrayList();
        LiveTierFeed feed =
                new LiveTierFeed(id -> kill(id, killed, older), tier, Optional.empty(), scheme, stored, true);
        Bounded bounded = new Bounded(feed, stored);
        LogPlace tail = LogReader.readOne(directory, from, scheme, bounded);
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

    LiveView view(int documents) {
        return tier.view(documents);
    }

    /** Ends a tier whose first commits could not be added. */
    void close() {
        tier.close();
    }

    /** Passes operations on as long as there is room for them. */
    private final class Bounded implements LogSink {
        private final LiveTierFeed to;
        private final boolean fingerprints;
        private boolean full;

        Bounded(LiveTierFeed to, StoredKinds stored) {
            this.to = to;
            fingerprints = stored.fingerprints();
        }

        @Override
        public boolean storesTexts() {
            return to.storesTexts();
        }

        @Override
        public void add(LoggedDocument d) {
            long held = d.bytes() + (fingerprints ? STORED * d.n() : 0);
            long before = tier.minutiaeBytes();
            long most = tier.bytesToAdd(d.n());
            long bytes = DOCUMENT + held + most;
            full = full || !tier.fits(1, d.n(), held) || !memory.take(bytes);
            if (!full) {
                taken.addAndGet(bytes);
                to.add(d);
                weights.add(d.minutiae(), d.n());
                long unused = most - (tier.minutiaeBytes() - before);
                taken.addAndGet(-unused);
                memory.give(unused);
            }
        }

        @Override
        public void delete(byte[] id) {
            if (!full) {
                to.delete(id);
            }
        }
    }

    /**
     * The means of the documents of a tier. They are set when a query first needs them, because most queries need none,
     * and looking minutiae up takes nearly as long as adding them. A mean that is set stays. Thread-safe.
     */
    private static final class TierWeights {
        /**
         * A mean is estimated from so many minutiae, as a seal does. The first ones are a random sample: they are
         * hashes.
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

    /**
     * The heap that the documents of logs may use in all snapshots of files of a process together. Documents that find
     * no room are read from a scratch file. Thread-safe.
     */
    static final class LogMemory {
        /** An eighth of the heap, at most 256 MiB. */
        static final LogMemory OF_PROCESS =
                new LogMemory(Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8));

        /** For snapshots whose parts are all segments. */
        static final LogMemory NONE = new LogMemory(0);

        private final long limit;
        private final AtomicLong used = new AtomicLong();

        /** @param limit in bytes, at least 0 */
        LogMemory(long limit) {
            this.limit = limit;
        }

        long taken() {
            return used.get();
        }

        long left() {
            return limit - used.get();
        }

        /** Takes so many bytes; returns false, without taking any, if fewer are left. */
        boolean take(long bytes) {
            long now = used.get();
            while (bytes <= limit - now) {
                if (used.compareAndSet(now, now + bytes)) {
                    return true;
                }
                now = used.get();
            }
            return false;
        }

        void give(long bytes) {
            used.addAndGet(-bytes);
        }
    }
}
