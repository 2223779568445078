package io.whorl.live;

import io.whorl.log.LoggedDocument;
import io.whorl.store.DocumentForms;
import io.whorl.store.ReferenceCount;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A view of a live tier. It retains the memory while the view or one of its cursors is open. A cursor keeps its view
 * reachable, so no reader is left when a view is collected; a cleaner then releases the memory of views that were not
 * closed.
 */
final class TierView implements LiveView {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Optional<TierMinutiae> minutiae;
    private final TierDocuments records;
    private final int documents;
    private final ReferenceCount references;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param memory retained for this view, which releases it */
    TierView(Optional<TierMinutiae> minutiae, TierDocuments records, int documents, ReferenceCount memory) {
        this.minutiae = minutiae;
        this.records = records;
        this.documents = documents;
        references = new ReferenceCount(memory::release);
        // The cleaner must not reference the view, or the view would never be collected.
        CLEANER.register(this, references::releaseAll);
    }

    @Override
    public int documents() {
        return documents;
    }

    @Override
    public byte[] id(int document) {
        return records.id(checked(document));
    }

    @Override
    public long words(int document) {
        return records.words(checked(document));
    }

    @Override
    public long minutiae(int document) {
        return records.minutiae(checked(document));
    }

    @Override
    public double meanLog(int document) {
        return records.meanLog(checked(document));
    }

    @Override
    public byte[] extra(int document) {
        return records.extra(checked(document));
    }

    @Override
    public DocumentForms stored(int document) {
        return records.stored(checked(document));
    }

    @Override
    public long date(int document) {
        return records.date(checked(document));
    }

    @Override
    public int find(byte[] id) {
        return records.find(id, documents);
    }

    @Override
    public Cursor cursor() {
        retain();
        try {
            return new TierCursor(minutiae());
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void forEach(PostingSink sink) {
        retain();
        try {
            minutiae().forEach(documents, sink);
        } finally {
            release();
            Reference.reachabilityFence(this);
        }
    }

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

    private int checked(int document) {
        return Objects.checkIndex(document, documents);
    }

    /** A cursor. It references the view, which keeps the memory mapped as long as the cursor is reachable. */
    private final class TierCursor implements Cursor {
        private final TierMinutiae its;
        private final int[] scratch = new int[TierMinutiae.AHEAD];
        /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
        private int touched;

        private int following;
        private int at;
        private boolean shut;

        /** The view has retained the memory for this cursor, which releases it. */
        TierCursor(TierMinutiae its) {
            this.its = its;
        }

        @Override
        public boolean find(long minutia) {
            checkOpen();
            try {
                return open(its.find(minutia));
            } finally {
                // Without the fence, the view could be collected and the map unmapped during the look-up.
                Reference.reachabilityFence(this);
            }
        }

        @Override
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

        @Override
        public boolean open(int link) {
            following = its.below(documents, link);
            return following != TierMinutiae.NONE;
        }

        private void checkOpen() {
            if (shut) {
                throw new IllegalStateException("this cursor of a live tier is closed");
            }
        }

        @Override
        public boolean next() {
            if (following == TierMinutiae.NONE) {
                return false;
            }
            at = following;
            following = its.next(at);
            return true;
        }

        @Override
        public int document() {
            return its.document(at);
        }

        @Override
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

        /** The fields of some documents, one array per field. */
        private static final class Block {
            final IdKey[] ids = new IdKey[1 << BLOCK_BITS];
            final byte[][] extras = new byte[1 << BLOCK_BITS][];
            final DocumentForms[] forms = new DocumentForms[1 << BLOCK_BITS];
            final long[] dates = new long[1 << BLOCK_BITS];
            final long[] words = new long[1 << BLOCK_BITS];
            final int[] minutiae = new int[1 << BLOCK_BITS];
            final double[] meanLogs = new double[1 << BLOCK_BITS];
            /** The previous document of the same id, or −1. */
            final int[] previous = new int[1 << BLOCK_BITS];
        }

        private final Block[] blocks;
        /** The newest document of each id. A concurrent map, because views look ids up while the writer adds. */
        private final Map<IdKey, Integer> latest = new ConcurrentHashMap<>();

        /** @param most capacity in documents */
        TierDocuments(int most) {
            blocks = new Block[(most >>> BLOCK_BITS) + 1];
        }

        /** @param document the next document number */
        void add(int document, LoggedDocument d, byte[] fingerprint) {
            if (blocks[document >>> BLOCK_BITS] == null) {
                blocks[document >>> BLOCK_BITS] = new Block();
            }
            Block block = block(document);
            int at = document & MASK;
            IdKey key = new IdKey(d.id().clone());
            Integer previous = latest.get(key);
            block.ids[at] = key;
            block.extras[at] = d.extra().clone();
            block.forms[at] = new DocumentForms(d.text(), fingerprint);
            block.dates[at] = d.date();
            block.words[at] = d.words();
            block.minutiae[at] = d.n();
            block.previous[at] = previous == null ? -1 : previous;
            // Published last: a reader that finds this document follows its link to the previous one.
            latest.put(key, document);
        }

        byte[] id(int document) {
            return block(document).ids[document & MASK].bytes().clone();
        }

        byte[] extra(int document) {
            return block(document).extras[document & MASK].clone();
        }

        /** Shared: the stored forms must not be changed. */
        DocumentForms stored(int document) {
            return block(document).forms[document & MASK];
        }

        long date(int document) {
            return block(document).dates[document & MASK];
        }

        long words(int document) {
            return block(document).words[document & MASK];
        }

        long minutiae(int document) {
            return block(document).minutiae[document & MASK];
        }

        void meanLog(int document, double value) {
            block(document).meanLogs[document & MASK] = value;
        }

        double meanLog(int document) {
            return block(document).meanLogs[document & MASK];
        }

        /** The newest document of an id among the first {@code documents} documents, or −1. */
        int find(byte[] id, int documents) {
            int document = latest.getOrDefault(new IdKey(id), -1);
            while (document >= documents) {
                document = block(document).previous[document & MASK];
            }
            return document;
        }

        private Block block(int document) {
            return blocks[document >>> BLOCK_BITS];
        }
    }

    /**
     * A document id as a map key. It is comparable, so that a hash map stays fast even if ids are chosen to collide.
     *
     * @param bytes must not change
     */
    private record IdKey(byte[] bytes) implements Comparable<IdKey> {
        @Override
        public boolean equals(Object other) {
            return other instanceof IdKey id && Arrays.equals(bytes, id.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public int compareTo(IdKey other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }
    }
}
