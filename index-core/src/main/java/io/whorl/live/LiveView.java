package io.whorl.live;

import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison.Side;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.Part;
import io.whorl.store.ReferenceCount;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A snapshot of a live tier: its first documents, in the order in which they were added. Later additions are not
 * visible. A document that was replaced by a later one is included, but dead. Thread-safe.
 *
 * <p>A view holds the memory of the tier until it is released. Nobody may read minutiae without a hold: they may be
 * unmapped.
 */
public final class LiveView implements Part, AutoCloseable {
    private final Optional<TierMinutiae> minutiae;
    private final TierDocuments records;
    private final int total;
    private final DeadDocuments dead;
    private final ReferenceCount memory;

    /**
     * @param dead the documents that are deleted or replaced; it may cover more documents than the view has
     * @param memory which the holders of the view retain
     */
    LiveView(
            Optional<TierMinutiae> minutiae,
            TierDocuments records,
            int total,
            DeadDocuments dead,
            ReferenceCount memory) {
        if (dead.documents() < total) {
            throw new IllegalArgumentException("dead is of " + dead.documents() + " documents; the view has " + total);
        }
        this.minutiae = minutiae;
        this.records = records;
        this.total = total;
        this.dead = dead;
        this.memory = memory;
    }

    /** The number of documents, live and dead. */
    public int total() {
        return total;
    }

    @Override
    public long documents() {
        return total - dead.count();
    }

    @Override
    public DeadDocuments dead() {
        return dead;
    }

    @Override
    public LiveView dead(DeadDocuments other) {
        return new LiveView(minutiae, records, total, other, memory);
    }

    @Override
    public long living(byte[] id) {
        // If several documents have this id, only the last can be live.
        int document = find(id);
        return document < 0 || dead.contains(document) ? -1 : document;
    }

    @Override
    public byte[] id(long document) {
        return document((int) document).id();
    }

    @Override
    public Ids ids(byte[] from) {
        Iterator<byte[]> sorted = IntStream.range(0, total)
                .filter(d -> !dead.contains(d))
                .mapToObj(d -> document(d).id())
                .filter(id -> Arrays.compareUnsigned(id, from) >= 0)
                .sorted(Arrays::compareUnsigned)
                .iterator();
        return () -> sorted.hasNext() ? Optional.of(sorted.next()) : Optional.empty();
    }

    @Override
    public Size size(long document) {
        LiveDocument d = document((int) document);
        return new Size(d.words(), d.minutiae(), d.date());
    }

    @Override
    public byte[] text(long document) {
        return StoredText.decode(document((int) document).text());
    }

    @Override
    public StoredFingerprint fingerprint(long document, Scheme scheme) {
        LiveDocument d = document((int) document);
        return StoredFingerprint.decode(
                d.fingerprint(), d.minutiae(), scheme.hashing().bits(), scheme.frequencies());
    }

    @Override
    public boolean hasDates() {
        return IntStream.range(0, total).anyMatch(d -> document(d).date() != DocumentDate.NONE && !dead.contains(d));
    }

    public LiveDocument document(int document) {
        return records.get(Objects.checkIndex(document, total));
    }

    /** The newest document of an id, or −1. */
    public int find(byte[] id) {
        return records.find(id, total);
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
            links[i] = its.below(total, links[i]);
        }
    }

    /** Passes every posting of the view to a sink, in no particular order. */
    public <E extends Exception> void forEach(PostingSink<E> sink) throws E {
        minutiae().forEach(total, sink);
    }

    /** @throws IllegalStateException if the memory of the tier was released */
    @Override
    public void take() {
        if (!memory.retain()) {
            throw new IllegalStateException("the memory of this live tier was released with its last view");
        }
    }

    @Override
    public void release() {
        memory.release();
    }

    @Override
    public void close() {
        release();
    }

    public interface PostingSink<E extends Exception> {
        void posting(long minutia, int document, int frequency) throws E;
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
            Optional<LiveDocument> previous)
            implements Side {}

    /**
     * The documents of the tier, in heap. One thread appends, and nothing changes afterwards. A document number is
     * published after the document was added, so a reader that knows the number sees the document.
     */
    static final class TierDocuments {
        /** By number. An array that is full is replaced by a larger copy. */
        private volatile LiveDocument[] all = new LiveDocument[1 << 10];
        /** The newest document of each id. A concurrent map, because views look ids up while the writer adds. */
        private final Map<String, LiveDocument> latest = new ConcurrentHashMap<>();

        /** @param number the next document number */
        void add(int number, LoggedDocument d, byte[] fingerprint) {
            LiveDocument[] to = all;
            if (number == to.length) {
                to = Arrays.copyOf(to, 2 * number);
                all = to;
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
                    previous);
            to[number] = document;
            latest.put(key, document);
        }

        LiveDocument get(int document) {
            return all[document];
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
