package io.whorl.parts;

import io.whorl.LimitExceededException;
import io.whorl.live.LiveView;
import io.whorl.live.TierMinutiae;
import io.whorl.parts.SealedSearch.FoundMinutiae.ListNumbers;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * The search of one part for one query, while the part is held. One thread at a time; all methods are called inside
 * {@link #reading}.
 */
public abstract sealed class PartSearch permits SealedSearch, PartSearch.LiveSearch {
    private final Part part;
    final DeadDocuments dead;
    final long[] minutiae;
    final SearchBuffers buffers;

    /**
     * Looks up the minutiae of a query.
     *
     * @param minutiae distinct minutiae, unsigned ascending
     * @param buffers the buffers of the query, which its searches of all parts share
     */
    public static PartSearch of(Part part, long[] minutiae, SearchBuffers buffers) {
        if (part instanceof LiveView live) {
            buffers.reserve(live.total());
            return new LiveSearch(live, minutiae, buffers);
        }
        SealedPart sealed = (SealedPart) part;
        buffers.reserve((int) Math.min(buffers.window, sealed.dead().documents()));
        return sealed.reading(() -> new SealedSearch(sealed, minutiae, buffers));
    }

    PartSearch(Part part, long[] minutiae, SearchBuffers buffers) {
        this.part = part;
        dead = part.dead();
        this.minutiae = minutiae;
        this.buffers = buffers;
    }

    /** Receives the documents of a part that share minutiae with a query. One thread at a time. */
    public interface Collector {
        /**
         * The smallest value that a document must have to be of use: of the number of shared minutiae, or of the sum of
         * their weights in a weighted search. It rises while documents are collected, and never falls.
         */
        default long threshold() {
            return 1;
        }

        /**
         * Receives a live document that reaches the threshold. Documents come in no particular order.
         *
         * @param document its number in the part that is searched
         * @param shared the number of minutiae that it shares with the query
         * @param sum the sum of their weights; 0 if the search is not weighted
         */
        void collect(long document, int shared, long sum);
    }

    /** True if the documents are numbered in the order of their ids. */
    public final boolean inOrderOfIds() {
        return part instanceof SealedPart;
    }

    /** The id of a document, in UTF-8. May be called outside of {@link #reading}, too. */
    public final byte[] id(long document) {
        return part.id(document);
    }

    /** A document as {@link io.whorl.score.Comparison} reads it, until the next call. */
    public abstract Side side(long document);

    /** Whether the part is a segment with more than half of so many documents, those of the whole index. */
    public final boolean holdsMost(long documents) {
        return part instanceof SealedPart && part.documents() > documents / 2;
    }

    /** The mean of ln f_t over the minutiae of a document of a segment, as of its seal or last merge. */
    public final double meanLog(long document) {
        return ((SealedPart) part).segment().documents().meanLog(document);
    }

    /**
     * Adds to the entry of each minutia the number of documents of this part that hold it. Deleted documents may be
     * counted.
     */
    public abstract void addFrequencies(long[] frequencies);

    /**
     * Where an entry exceeds the limit after all parts have added to it, subtracts the deleted documents that this part
     * has added.
     */
    public void subtractDead(long[] frequencies, long limit) {
        // A live tier adds none.
    }

    /**
     * Counts the minutiae that each document shares with the query, and gives the live documents to a collector.
     *
     * @param ignored the minutiae that do not count
     * @param known receives true for each other minutia that a live document holds
     * @param weights the weights of the minutiae, for a weighted search
     */
    public final void count(boolean[] ignored, boolean[] known, Optional<TermWeights> weights, Collector collector) {
        count(ignored, known, new Counters(weights, collector));
    }

    abstract void count(boolean[] ignored, boolean[] known, Counters counters);

    /** Gives the live ones among a document and those that share its postings to a collector. */
    abstract void give(Collector collector, long document, int shared, long sum);

    /** Reads from the part. Damage is reported by the typed error that names the file. */
    public final <T> T reading(Supplier<T> reader) {
        return part instanceof SealedPart sealed ? sealed.reading(reader::get) : reader.get();
    }

    /** What the documents of a window share with the query. One thread at a time. */
    final class Counters {
        private static final int SMALL = 64;
        private static final long UNKNOWN = -1;

        final int[] shared = buffers.shared;
        final int[] touched = buffers.touched;
        final boolean weighted;
        final long[] sums;
        private final Optional<TermWeights> weights;
        private final Collector collector;
        /** The indices in the query of a group of minutiae, which the same documents hold equally often. */
        private int[] group = {};

        private int from;
        private int to;
        /** What the group adds to the sum of a document, for each frequency: most are small. */
        private final long[] small = new long[SMALL];

        Counters(Optional<TermWeights> weights, Collector collector) {
            this.weights = weights;
            this.collector = collector;
            weighted = weights.isPresent();
            sums = weighted ? buffers.sums() : new long[0];
        }

        /** Turns to the group of the minutiae {@code indices[begin..end)}. */
        void open(int[] indices, int begin, int end) {
            group = indices;
            from = begin;
            to = end;
            Arrays.fill(small, UNKNOWN);
        }

        /** What the group adds to the sum of a document that holds each of its minutiae so often. */
        long weight(long frequency) {
            if (frequency >= 0 && frequency < SMALL && small[(int) frequency] != UNKNOWN) {
                return small[(int) frequency];
            }
            if (frequency < 1 || frequency > Integer.MAX_VALUE) {
                throw new IndexOutOfBoundsException(
                        "frequency is " + frequency + "; it must be from 1 to " + Integer.MAX_VALUE);
            }
            long sum = 0;
            for (int i = from; i < to; i++) {
                sum += weights.orElseThrow().of(group[i], frequency);
            }
            if (frequency < SMALL) {
                small[(int) frequency] = sum;
            }
            return sum;
        }

        /** What a minutia adds to the sum of a document that holds it once. */
        long alone(int minutia) {
            return weights.orElseThrow().of(minutia, 1);
        }

        /**
         * Gives the documents of a window to the collector and resets the counters. Most documents share too little, so
         * this is the first place that looks at whether they are live.
         *
         * @param start the first document of the window
         * @param n the number of documents in {@link #touched}
         */
        void collect(long start, int n) {
            long threshold = collector.threshold();
            for (int i = 0; i < n; i++) {
                int at = touched[i];
                int count = shared[at];
                long sum = 0;
                shared[at] = 0;
                if (weighted) {
                    sum = sums[at];
                    sums[at] = 0;
                }
                if ((weighted ? sum : count) >= threshold) {
                    give(collector, start + at, count, sum);
                    threshold = collector.threshold();
                }
            }
        }
    }

    /** Searches a live view block by block. A live tier is bounded, so its documents are counted in one window. */
    static final class LiveSearch extends PartSearch {
        /** The largest number of minutiae that are looked up together. */
        private static final int TOGETHER = 1 << 10;

        private final LiveView view;
        private final TierMinutiae chains;
        /** For each minutia of the block that was looked up last, the link to its newest document. */
        private final int[] links;
        /** The index of the first minutia of that block, and the index behind its last one. */
        private int from;

        private int to;

        LiveSearch(LiveView view, long[] minutiae, SearchBuffers buffers) {
            super(view, minutiae, buffers);
            this.view = view;
            chains = view.minutiae();
            links = new int[Math.min(TOGETHER, minutiae.length)];
        }

        /** The link to the newest document that holds a minutia. Minutiae are looked up in ascending order. */
        private int first(int minutia) {
            if (minutia < from || minutia >= to) {
                from = minutia;
                to = Math.min(minutia + links.length, minutiae.length);
                view.findAll(minutiae, from, to, links);
            }
            return links[minutia - from];
        }

        @Override
        public Side side(long document) {
            return view.document((int) document);
        }

        /** Counts live documents only, because the list must be walked anyway. */
        @Override
        public void addFrequencies(long[] frequencies) {
            for (int i = 0; i < minutiae.length; i++) {
                for (int link = first(i); link != TierMinutiae.NONE; link = chains.next(link)) {
                    frequencies[i] += isLive(chains.document(link)) ? 1 : 0;
                }
            }
        }

        @Override
        void count(boolean[] ignored, boolean[] known, Counters counters) {
            int[] shared = counters.shared;
            int[] touched = counters.touched;
            boolean weighted = counters.weighted;
            int[] one = new int[1];
            int n = 0;
            for (int i = 0; i < minutiae.length; i++) {
                int link = ignored[i] ? TierMinutiae.NONE : first(i);
                if (link == TierMinutiae.NONE) {
                    continue;
                }
                if (weighted) {
                    one[0] = i;
                    counters.open(one, 0, 1);
                }
                boolean live = known[i];
                for (; link != TierMinutiae.NONE; link = chains.next(link)) {
                    int document = chains.document(link);
                    live = live || isLive(document);
                    if (shared[document]++ == 0) {
                        touched[n++] = document;
                    }
                    if (weighted) {
                        counters.sums[document] += counters.weight(chains.frequency(link));
                    }
                }
                known[i] = live;
            }
            counters.collect(0, n);
        }

        @Override
        void give(Collector collector, long document, int shared, long sum) {
            if (isLive((int) document)) {
                collector.collect(document, shared, sum);
            }
        }

        private boolean isLive(int document) {
            return !dead.contains(document);
        }
    }

    /**
     * The buffers that the queries of one thread reuse, and the heap that the query may use besides. All counters are 0
     * between queries. After a query that failed they may not be, and the buffers must not be used again.
     */
    public static final class SearchBuffers {
        /** A mebibyte of counters, so that an index of any size can be queried with a small heap. */
        private static final int WINDOW = 1 << 18;

        /**
         * The number of minutiae of a query up to which what each part holds of them is kept. With more, they are
         * looked up again for each step, because there may be many parts.
         */
        static final int KEPT = 1 << 16;

        /** A minutia takes itself twice, and where it is found in one part after another. */
        private static final int MINUTIA = 48;

        private static final int WEIGHTED_MINUTIA = 96;
        /** A list takes this in addition to {@link ListNumbers}. */
        private static final int LIST = 16;
        /** A list that continues beyond a window keeps its cursor. */
        private static final int CURSOR = 288;
        /** A query of up to so many minutiae is never refused: it takes a few hundred KiB. */
        private static final long LEAST = 1 << 10;

        /** The number of documents of a segment that are counted at a time. */
        final int window;
        /** For each document of the window, or of a live view, the number of minutiae that it shares with the query. */
        int[] shared = new int[0];
        /** The documents whose count is not 0; it has one more entry than there are counters. */
        int[] touched = new int[1];

        private long[] sums = new long[0];
        final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();
        private long bytesForLists;

        public SearchBuffers() {
            this(WINDOW);
        }

        /** Windows of another size. */
        public SearchBuffers(int window) {
            this.window = window;
        }

        /**
         * Turns to a query, whose minutiae and the lists that they lead to take all but a constant part of its heap.
         *
         * @param bytes the heap that the query may use
         * @param minutiae the number of its distinct minutiae
         * @param weighted whether the minutiae have weights
         * @return this
         * @throws LimitExceededException if there are more minutiae than the memory allows
         */
        public SearchBuffers forQuery(long bytes, long minutiae, boolean weighted) {
            int each = weighted ? WEIGHTED_MINUTIA : MINUTIA;
            LimitExceededException.require(
                    "distinct minutiae of one query",
                    minutiae,
                    Math.max(LEAST, bytes / each),
                    "this is what its memory (" + bytes + " bytes) allows: give more memory (java -Xmx), query with a"
                            + " selection that keeps fewer minutiae, such as mod, or query with pieces of the text");
            bytesForLists = bytes - minutiae * each;
            return this;
        }

        /**
         * The largest number of distinct lists in one part.
         *
         * @param windows whether documents are counted in several windows, so that cursors are kept
         */
        long mostLists(boolean windows) {
            return Math.max(LEAST, bytesForLists / (ListNumbers.BYTES + LIST + (windows ? CURSOR : 0)));
        }

        /** The sums of the weights of shared minutiae, as many as there are counters. */
        long[] sums() {
            if (sums.length < shared.length) {
                sums = new long[shared.length];
            }
            return sums;
        }

        /** Grows the buffers to so many counters, before the first part of a query is searched. */
        void reserve(int counters) {
            if (counters > shared.length) {
                // A live tier grows from query to query.
                int length = shared.length == 0 ? counters : Math.max(counters, shared.length * 2);
                shared = new int[length];
                touched = new int[length + 1];
            }
        }
    }

    /** Reads the documents of a segment, one after another, for comparisons. One thread at a time. */
    public static final class SegmentSide implements Side {
        private final DocumentTable documents;
        private final Scheme scheme;
        private IntPredicate extraLengths;
        private long ordinal;
        private long without;

        public SegmentSide(Segment segment) {
            documents = segment.documents();
            scheme = segment.scheme();
        }

        /** Turns to a document; returns this. */
        public SegmentSide at(long document) {
            return at(document, 0);
        }

        /** Turns to a document without some of its minutiae, of which this is the number; returns this. */
        public SegmentSide at(long document, long leftOut) {
            ordinal = document;
            without = leftOut;
            return this;
        }

        @Override
        public long minutiae() {
            return documents.minutiae(ordinal) - without;
        }

        @Override
        public long words() {
            return documents.words(ordinal);
        }

        @Override
        public byte[] extra() {
            byte[] extra = documents.extra(ordinal);
            if (extraLengths == null) {
                // Few queries read extras, and looking up the strategy of a scheme takes longer than all else here.
                extraLengths = DocumentExtras.lengths(scheme);
            }
            if (!extraLengths.test(extra.length)) {
                throw documents.damaged("document " + ordinal + " has an extra of " + extra.length + " bytes");
            }
            return extra;
        }

        @Override
        public double norm() {
            return Double.longBitsToDouble(documents.extraLong(ordinal));
        }
    }
}
