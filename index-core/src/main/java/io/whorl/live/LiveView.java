package io.whorl.live;

import io.whorl.log.LoggedDocument;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.LogFrequency;
import io.whorl.store.ReferenceCount;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A snapshot of a live tier: the documents 0 to {@link #documents} − 1, in the order in which they were added. Later
 * additions are not visible. A document that was replaced by a later one is still included; the caller knows which
 * documents are deleted. Thread-safe.
 *
 * <p>A view holds the memory of the tier until it is closed. Nobody may read minutiae without a hold: they may be
 * unmapped.
 */
public final class LiveView implements AutoCloseable {
    private final Optional<TierMinutiae> minutiae;
    private final TierDocuments records;
    private final int documents;
    private final ReferenceCount memory;

    /** @param memory retained for this view, which releases it */
    LiveView(Optional<TierMinutiae> minutiae, TierDocuments records, int documents, ReferenceCount memory) {
        this.minutiae = minutiae;
        this.records = records;
        this.documents = documents;
        this.memory = memory;
    }

    public int documents() {
        return documents;
    }

    public LiveDocument document(int document) {
        return records.get(Objects.checkIndex(document, documents));
    }

    /** The newest document of an id, or −1. */
    public int find(byte[] id) {
        return records.find(id, documents);
    }

    /**
     * The chains of the minutiae, which {@link #findAll} leads to.
     *
     * @throws IllegalStateException if the tier stores none
     */
    public TierMinutiae minutiae() {
        return minutiae.orElseThrow(
                () -> new IllegalStateException("this live tier stores documents without their minutiae"));
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]} together, so that their cache misses overlap.
     *
     * @param links receives for {@code minutiae[from + i]} at {@code i} the link to the newest document of the view
     *     that holds it, or {@link TierMinutiae#NONE}. Following links lead to older documents
     */
    public void findAll(long[] minutiae, int from, int to, int[] links) {
        Objects.checkFromToIndex(from, to, minutiae.length);
        Objects.checkFromIndexSize(0, to - from, links.length);
        TierMinutiae its = minutiae();
        its.findAll(minutiae, from, to, links);
        for (int i = 0; i < to - from; i++) {
            links[i] = its.below(documents, links[i]);
        }
    }

    /** Passes every posting of the view to a sink, in no particular order. */
    public void forEach(PostingSink sink) {
        minutiae().forEach(documents, sink);
    }

    /**
     * Sets the means of the documents of this view that have none ({@link LiveDocument#meanLog}). Queries that need
     * means call it first: most need none, and looking minutiae up takes nearly as long as adding them. A mean that is
     * set stays.
     *
     * @param dead the documents that do not count
     * @param sealed makes the frequencies of the segments of the same snapshot, if they are needed
     */
    public void weigh(DeadDocuments dead, Supplier<CollectionFrequencies> sealed) {
        if (records.weighed >= documents) {
            return;
        }
        synchronized (records) {
            CollectionFrequencies frequencies = sealed.get();
            for (int from = records.weighed; from < documents; from = records.weighed) {
                int to = Math.min(from + TierDocuments.TOGETHER, documents);
                weigh(from, to, dead, frequencies);
                records.weighed = to;
            }
        }
    }

    private void weigh(int from, int to, DeadDocuments dead, CollectionFrequencies sealed) {
        long[] sampled = IntStream.range(from, to)
                .mapToObj(records::get)
                .flatMapToLong(d -> Arrays.stream(d.weight.sample))
                .toArray();
        int[] links = new int[sampled.length];
        long[] holders = new long[sampled.length];
        findAll(sampled, 0, sampled.length, links);
        for (int i = 0; i < links.length; i++) {
            int link = links[i];
            for (int n = 0; n < TierDocuments.COUNTED && link != TierMinutiae.NONE; n++) {
                holders[i] += dead.contains(minutiae().document(link)) ? 0 : 1;
                link = minutiae().next(link);
            }
        }
        sealed.addTo(sampled, sampled.length, holders);
        long most = LogFrequency.most(sealed.documents() + documents);
        int at = 0;
        for (int d = from; d < to; d++) {
            LiveDocument.Weight weight = records.get(d).weight;
            int end = at + weight.sample.length;
            weight.meanLog = LogFrequency.mean(holders, at, end, most);
            weight.sample = TierDocuments.NO_SAMPLE;
            at = end;
        }
    }

    /**
     * Holds the view once more.
     *
     * @throws IllegalStateException if the memory of the tier was released
     */
    public void take() {
        if (!memory.retain()) {
            throw new IllegalStateException("the memory of this live tier was released with its last view");
        }
    }

    /** Releases the view, once for its making and once for each {@link #take}. */
    @Override
    public void close() {
        memory.release();
    }

    /** Receives postings. */
    public interface PostingSink {
        void posting(long minutia, int document, int frequency);
    }

    /**
     * A document of a live tier, without its minutiae. Its arrays must not be changed.
     *
     * @param number from 0
     * @param id in UTF-8
     * @param words the number of words after filtering
     * @param extra the data that the selection strategy stores with the minutiae
     * @param minutiae the number of distinct minutiae
     * @param text the stored form of the text
     * @param fingerprint the stored form of the fingerprint
     * @param date as in {@link io.whorl.store.DocumentDate}
     * @param previous the previous document of the same id
     * @param weight what {@link LiveView#weigh} sets
     */
    public record LiveDocument(
            int number,
            byte[] id,
            long words,
            byte[] extra,
            long minutiae,
            byte[] text,
            byte[] fingerprint,
            long date,
            Optional<LiveDocument> previous,
            Weight weight) {
        /** The mean of ln f_t over its minutiae, or 0 until {@link LiveView#weigh} sets it. */
        public double meanLog() {
            return weight.meanLog;
        }

        /** The mean of ln f_t, and the minutiae that it is estimated from until it is set. */
        public static final class Weight {
            private long[] sample;
            private double meanLog;

            private Weight(long[] sample) {
                this.sample = sample;
            }
        }
    }

    /**
     * The documents of the tier, in heap. One thread appends; blocks never move, and nothing but weights changes
     * afterwards. A document number is published after the document was added, so a reader that knows the number sees
     * the document.
     */
    static final class TierDocuments {
        private static final int BLOCK_BITS = 10;
        private static final int MASK = (1 << BLOCK_BITS) - 1;

        /**
         * A mean is estimated from so many minutiae, as a seal does. The first ones are a random sample, because
         * minutiae are hashes, and they are next to each other in each segment.
         */
        private static final int SAMPLE = 128;
        /** Documents whose samples are looked up together, so that the cache misses overlap. */
        private static final int TOGETHER = 16;
        /** The largest number of documents of a tier that are counted for a minutia. A list can have every document. */
        private static final int COUNTED = 64;

        private static final long[] NO_SAMPLE = {};

        private final LiveDocument[][] blocks;
        /** The newest document of each id. A concurrent map, because views look ids up while the writer adds. */
        private final Map<String, LiveDocument> latest = new ConcurrentHashMap<>();
        /** The means of so many documents are set. Written under the lock of this. */
        private volatile int weighed;

        /** @param most capacity in documents */
        TierDocuments(int most) {
            blocks = new LiveDocument[(most >>> BLOCK_BITS) + 1][];
        }

        /**
         * @param number the next document number
         * @param weighed whether the document can be weighed
         */
        void add(int number, LoggedDocument d, byte[] fingerprint, boolean weighed) {
            if (blocks[number >>> BLOCK_BITS] == null) {
                blocks[number >>> BLOCK_BITS] = new LiveDocument[1 << BLOCK_BITS];
            }
            String key = new String(d.id(), StandardCharsets.UTF_8);
            Optional<LiveDocument> previous = Optional.ofNullable(latest.get(key));
            LiveDocument document = new LiveDocument(
                    number,
                    d.id().clone(),
                    d.words(),
                    d.extra().clone(),
                    d.n(),
                    d.text(),
                    fingerprint,
                    d.date(),
                    previous,
                    new LiveDocument.Weight(
                            weighed ? Arrays.copyOf(d.minutiae(), Math.min(SAMPLE, d.n())) : NO_SAMPLE));
            blocks[number >>> BLOCK_BITS][number & MASK] = document;
            latest.put(key, document);
        }

        LiveDocument get(int document) {
            return blocks[document >>> BLOCK_BITS][document & MASK];
        }

        /** The newest document of an id among the first {@code documents} documents, or −1. */
        int find(byte[] id, int documents) {
            Optional<LiveDocument> newest = Optional.ofNullable(latest.get(new String(id, StandardCharsets.UTF_8)));
            while (newest.isPresent() && newest.get().number() >= documents) {
                newest = newest.get().previous();
            }
            return newest.map(LiveDocument::number).orElse(-1);
        }
    }
}
