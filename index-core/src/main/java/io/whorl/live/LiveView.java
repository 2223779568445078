package io.whorl.live;

import io.whorl.log.LoggedDocument;
import io.whorl.store.ReferenceCount;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A snapshot of a live tier: the documents 0 to {@link #documents} − 1, in the order in which they were added. Later
 * additions are not visible. A document that was replaced by a later one is still included; the caller knows which
 * documents are deleted. Thread-safe.
 *
 * <p>The memory of the tier is retained while the view or one of its cursors is open. A cursor keeps its view
 * reachable, so no reader is left when a view is collected; a cleaner then releases the memory of views that were not
 * closed.
 */
public final class LiveView implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Optional<TierMinutiae> minutiae;
    private final TierDocuments records;
    private final int documents;
    private final ReferenceCount references;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param memory retained for this view, which releases it */
    LiveView(Optional<TierMinutiae> minutiae, TierDocuments records, int documents, ReferenceCount memory) {
        this.minutiae = minutiae;
        this.records = records;
        this.documents = documents;
        references = new ReferenceCount(memory::release);
        // The cleaner must not reference the view, or the view would never be collected.
        CLEANER.register(this, references::releaseAll);
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
     * Opens a cursor, which looks minutiae up. Close it after use, which may be after its view is closed.
     *
     * @throws IllegalStateException if the view is closed
     */
    public Cursor cursor() {
        retain();
        try {
            return new Cursor(minutiae());
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Passes every posting of the view to a sink, in no particular order.
     *
     * @throws IllegalStateException if the view is closed
     */
    public void forEach(PostingSink sink) {
        retain();
        try {
            minutiae().forEach(documents, sink);
        } finally {
            release();
            Reference.reachabilityFence(this);
        }
    }

    /** Releases the memory of the tier. A second call does nothing. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            release();
        }
    }

    private TierMinutiae minutiae() {
        return minutiae.orElseThrow(
                () -> new IllegalStateException("this live tier stores documents without their minutiae"));
    }

    private void release() {
        references.release();
    }

    private void retain() {
        if (closed.get() || !references.retain()) {
            throw new IllegalStateException("this view of a live tier is closed");
        }
    }

    /** Receives postings. */
    public interface PostingSink {
        void posting(long minutia, int document, int frequency);
    }

    /** The documents of one minutia at a time, from the newest to the oldest. One thread at a time. */
    public final class Cursor implements AutoCloseable {
        private final TierMinutiae its;
        private final int[] scratch = new int[TierMinutiae.AHEAD];
        /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
        private int touched;

        private int following;
        private int at;
        private boolean shut;

        /** The view has retained the memory for this cursor, which releases it. */
        private Cursor(TierMinutiae its) {
            this.its = its;
        }

        /** Looks up a minutia; returns false if no document of the view holds it. */
        public boolean find(long minutia) {
            checkOpen();
            try {
                return open(its.find(minutia));
            } finally {
                // Without the fence, the view could be collected and the map unmapped during the look-up.
                Reference.reachabilityFence(this);
            }
        }

        /**
         * Looks up {@code minutiae[from .. to - 1]} together. This is faster than {@link #find}, because their cache
         * misses overlap.
         *
         * @param links receives what {@link #open} needs: for {@code minutiae[from + i]} at {@code i}
         */
        public void findAll(long[] minutiae, int from, int to, int[] links) {
            Objects.checkFromToIndex(from, to, minutiae.length);
            Objects.checkFromIndexSize(0, to - from, links.length);
            checkOpen();
            try {
                touched += its.findAll(minutiae, from, to, links, scratch);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        /**
         * Moves to the documents of a minutia.
         *
         * @param link received for it from {@link #findAll} of this cursor
         * @return false if no document of the view holds it
         */
        public boolean open(int link) {
            following = its.below(documents, link);
            return following != TierMinutiae.NONE;
        }

        private void checkOpen() {
            if (shut) {
                throw new IllegalStateException("this cursor of a live tier is closed");
            }
        }

        /** Moves to the next document of the minutia; returns false at the end. */
        public boolean next() {
            if (following == TierMinutiae.NONE) {
                return false;
            }
            at = following;
            following = its.next(at);
            return true;
        }

        /** The current document number. */
        public int document() {
            return its.document(at);
        }

        /** The frequency of the minutia in the document; 1 if the scheme keeps no frequencies. */
        public int frequency() {
            return its.frequency(at);
        }

        @Override
        public void close() {
            if (!shut) {
                shut = true;
                release();
            }
        }
    }

    /**
     * The documents of the tier, in heap. One thread appends; nothing changes afterwards, and blocks never move. A
     * document number is published after the document was added, so a reader that knows the number sees the document.
     */
    static final class TierDocuments {
        private static final int BLOCK_BITS = 10;
        private static final int MASK = (1 << BLOCK_BITS) - 1;

        private final LiveDocument[][] blocks;
        /** The newest document of each id. A concurrent map, because views look ids up while the writer adds. */
        private final Map<String, LiveDocument> latest = new ConcurrentHashMap<>();

        /** @param most capacity in documents */
        TierDocuments(int most) {
            blocks = new LiveDocument[(most >>> BLOCK_BITS) + 1][];
        }

        /** @param number the next document number */
        void add(int number, LoggedDocument d, byte[] fingerprint) {
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
                    new double[1]);
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
