package io.whorl.history;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.cluster.Clusters.Progress;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.history.Changes.Change;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch;
import io.whorl.parts.PartSearch.SearchBuffers;
import io.whorl.parts.PartSearch.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable;
import io.whorl.store.DocumentTable.Families;
import io.whorl.store.LongTriples;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.Segment.LentSegment;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What changed between two indexes of one collection, in ascending order of the ids. Each document of the old index has
 * one change. A document of the new index whose id is new has one too, unless it is where another document moved. The
 * same indexes and options give the same changes.
 *
 * <p>One pass over both tables, in the order of the minutiae, counts those that documents of the same id share, and
 * collects for each document without a partner the minutiae that the other index has too, by which that is searched.
 *
 * <p>Changes are read from both indexes as they are iterated. Close them to release memory and files. One thread at a
 * time.
 */
public final class Changes implements Iterator<Change>, AutoCloseable {
    /** Weights of minutiae in so few documents are computed once. */
    private static final int CACHED = 1 << 12;
    /** Minutiae between two reports of the progress. */
    private static final int INTERVAL = 1 << 16;

    private final Side older;
    private final Side newer;
    private final boolean unchanged;
    private final long maxDf;
    private final boolean weighted;
    private final long[] rarities = new long[CACHED];

    // For each document of the old index, what it shares with the document of the same id.

    /** 1 plus the first document of the family of that document; 0 if there is none. */
    private final ScratchInts partnerFamilies;

    private final ScratchInts shared;
    private final ScratchLongs sums;

    private final Targets moved;
    private final Targets copied;
    /** The documents of the new index that a moved document is reported to be now. */
    private final ScratchBits arrived;

    private final long[] counts = new long[Change.Kind.values().length];
    private long ignored;
    private long arrivedCount;
    private final LentSegment lentOlder;
    private final LentSegment lentNewer;
    private Optional<Change> next = Optional.empty();
    private boolean closed;

    private Changes(Segment old, Segment young, SimilarityOptions options, ScratchArrays kept) throws IOException {
        unchanged = options.unchanged();
        // A quarter of the memory each holds arrays by document and the counters, and one each the two sorts.
        long quarter = options.memory() / 4;
        older = new Side(old, kept);
        newer = new Side(young, kept);
        maxDf = options.maxDf();
        weighted = options.measure().weighted();
        partnerFamilies = kept.cells(older.documents);
        shared = kept.cells(older.documents);
        sums = kept.longs(older.documents);
        joinIds();
        older.mark();
        newer.mark();
        // Both searches may run at the same time.
        int window = (int) Math.min(Integer.MAX_VALUE - 8, quarter / 2 / (2 * Integer.BYTES + Long.BYTES));
        moved = new Targets(older, newer, options, window, kept);
        copied = new Targets(newer, older, options, window, kept);
        try (LongTriples fromOlder = kept.triples();
                LongTriples fromNewer = kept.triples()) {
            joinTables(fromOlder, fromNewer, options.progress());
            // The two searches read different sides, and share only arrays that nothing changes.
            ParallelTasks.runAll(
                    List.of(() -> moved.find(fromOlder), () -> copied.find(fromNewer)), Math.min(2, options.threads()));
        }
        arrived = kept.bits(newer.documents);
        for (int d = 0; d < older.documents; d++) {
            counts[ofOlder(d).ordinal()]++;
        }
        for (int d = 0; d < newer.documents; d++) {
            if (newer.partner(d) >= 0) {
                continue;
            }
            if (arrived.contains(d)) {
                arrivedCount++;
            } else {
                counts[ofNewer(d).ordinal()]++;
            }
        }
        lentOlder = new LentSegment(old);
        lentNewer = new LentSegment(young);
        older.rewind();
        newer.rewind();
        next = reading();
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Changes between(Segment older, Segment newer, SimilarityOptions options, ScratchSpace space)
            throws IOException {
        return older.reading(() -> newer.reading(() -> {
            try (ScratchArrays kept = new ScratchArrays(options.memory() / 8, options.memory() / 4, space)) {
                return new Changes(older, newer, options, kept);
            }
        }));
    }

    /** Finds the documents of equal ids: ordinals follow the order of the ids on both sides. */
    private void joinIds() {
        older.rewind();
        newer.rewind();
        while (older.more && newer.more) {
            int order = older.ids.compareTo(newer.ids);
            if (order == 0) {
                long a = older.ids.ordinal();
                long b = newer.ids.ordinal();
                older.partners.set(a, (int) b + 1);
                newer.partners.set(b, (int) a + 1);
                partnerFamilies.set(a, newer.first((int) b) + 1);
            }
            advance(order);
        }
    }

    /** Moves past the smaller of two ids, or past both. */
    private void advance(int order) {
        older.more = order <= 0 ? older.ids.next() : older.more;
        newer.more = order >= 0 ? newer.ids.next() : newer.more;
    }

    /**
     * Reads both tables.
     *
     * @param fromOlder receives for documents of the old index: the document, a minutia that the new index has too,
     *     with its highest bit flipped, because triples are sorted as signed numbers, and how many documents hold it
     * @param fromNewer receives the same for documents of the new index
     */
    private void joinTables(LongTriples fromOlder, LongTriples fromNewer, Progress progress) throws IOException {
        long total = older.segment.counts().minutiae() + newer.segment.counts().minutiae();
        MinutiaCursor a = older.segment.table().cursor();
        MinutiaCursor b = newer.segment.table().cursor();
        long read = 0;
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA || moreB) {
            int order = !moreA ? 1 : !moreB ? -1 : Long.compareUnsigned(a.minutia(), b.minutia());
            if (order == 0) {
                older.read(a.payload());
                newer.read(b.payload());
                long holders = (long) older.held + newer.held;
                long weight = weighted ? rarity(holders) : 0;
                older.weigh(weight);
                newer.weigh(weight);
                addSame(weight);
                lead(older, a.minutia(), newer.held, holders, fromOlder);
                lead(newer, a.minutia(), older.held, holders, fromNewer);
            } else if (weighted) {
                Side alone = order < 0 ? older : newer;
                alone.read(order < 0 ? a.payload() : b.payload());
                alone.weigh(rarity(alone.held));
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
            if ((++read & (INTERVAL - 1)) == 0) {
                progress.at(read, total);
            }
        }
    }

    /** Counts a minutia that both indexes have for each id whose documents both hold it. */
    private void addSame(long weight) {
        for (int i = 0; i < older.held; i++) {
            int family = older.holders[i];
            for (int d = family; d >= 0; d = (int) older.families.after(family, d)) {
                int partner = partnerFamilies.get(d) - 1;
                if (partner >= 0 && newer.isHolder(partner)) {
                    shared.add(d, 1);
                    sums.add(d, weight);
                }
            }
        }
    }

    /** Leads documents without a partner to the holders of a minutia in the other index. */
    private void lead(Side side, long minutia, int others, long holders, LongTriples to) throws IOException {
        if (others > maxDf) {
            ignored++;
            return;
        }
        for (int i = 0; i < side.held; i++) {
            if (side.wanted.contains(side.holders[i])) {
                to.add(side.holders[i], minutia ^ Long.MIN_VALUE, holders);
            }
        }
    }

    private long rarity(long holders) {
        long documents = (long) older.documents + newer.documents;
        if (holders >= CACHED) {
            return TermWeights.rarity(documents, holders);
        }
        int h = (int) holders;
        rarities[h] = rarities[h] == 0 ? TermWeights.rarity(documents, holders) : rarities[h];
        return rarities[h];
    }

    private Change.Kind ofOlder(int document) {
        if (older.partner(document) >= 0) {
            return isSame(document) ? Change.Kind.SAME : Change.Kind.CHANGED;
        }
        int target = target(document);
        if (target < 0) {
            return Change.Kind.GONE;
        }
        arrived.add(target);
        return Change.Kind.MOVED;
    }

    private Change.Kind ofNewer(int document) {
        return copied.best(newer.first(document)) < 0 ? Change.Kind.NEW : Change.Kind.COPIED;
    }

    private boolean isSame(int document) {
        int other = older.partner(document);
        DocumentTable a = older.segment.documents();
        DocumentTable b = newer.segment.documents();
        long both = shared.get(document);
        return both == a.minutiae(document) && both == b.minutiae(other) && a.words(document) == b.words(other);
    }

    /** The document of the new index to which a document of the old one moved, or −1. */
    private int target(int document) {
        return newer.member(moved.best(older.first(document)));
    }

    private Change older(int document) {
        Change.Kind kind = ofOlder(document);
        Optional<Pair> found = Optional.empty();
        if (kind == Change.Kind.CHANGED) {
            int partner = older.partner(document);
            found = Optional.of(moved.found(document, partner, shared.get(document), sums.get(document)));
        } else if (kind == Change.Kind.MOVED) {
            found = Optional.of(moved.found(document, target(document)));
        }
        return new Change(kind, older.id(document), found);
    }

    /** The change of a document of the new index; empty if the old index has its id, or if another one moved there. */
    private Optional<Change> newer(int document) {
        if (newer.partner(document) >= 0 || arrived.contains(document)) {
            return Optional.empty();
        }
        Change.Kind kind = ofNewer(document);
        Optional<Pair> found = kind == Change.Kind.NEW
                ? Optional.empty()
                : Optional.of(copied.found(document, older.member(copied.best(newer.first(document)))));
        return Optional.of(new Change(kind, newer.id(document), found));
    }

    /** The number of documents of one kind of change, whether or not they are listed. */
    public long count(Change.Kind kind) {
        return counts[kind.ordinal()];
    }

    /** The number of documents with new ids to which others moved. */
    public long arrived() {
        return arrivedCount;
    }

    /** The number of documents of the old index. */
    public long olderDocuments() {
        return older.documents;
    }

    /** The number of documents of the new index. */
    public long newerDocuments() {
        return newer.documents;
    }

    /**
     * How many minutiae of an index led to no document, because more than {@link SimilarityOptions#maxDf} hold them.
     */
    public long ignored() {
        return ignored;
    }

    @Override
    public boolean hasNext() {
        return !closed && next.isPresent();
    }

    @Override
    public Change next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more changes");
        }
        Change change = next.get();
        next = reading();
        return change;
    }

    private Optional<Change> reading() {
        return lentOlder.reading(() -> lentNewer.reading(this::following));
    }

    private Optional<Change> following() {
        while (older.more || newer.more) {
            int order = !older.more ? 1 : !newer.more ? -1 : older.ids.compareTo(newer.ids);
            Optional<Change> change =
                    order <= 0 ? Optional.of(older((int) older.ids.ordinal())) : newer((int) newer.ids.ordinal());
            advance(order);
            if (change.isPresent() && (unchanged || change.get().kind() != Change.Kind.SAME)) {
                return change;
            }
        }
        return Optional.empty();
    }

    /** Releases memory and files; nothing can be read after that. A second call has no effect. */
    @Override
    public void close() {
        closed = true;
        lentOlder.close();
        lentNewer.close();
    }

    /**
     * One of the two indexes. Documents that share postings are represented by the first of their family, the only one
     * that lists name.
     */
    private static final class Side {
        private final Segment segment;
        private final int documents;
        private final Families families;
        /** For each document 1 plus the document of the same id in the other index; 0 if there is none. */
        private final ScratchInts partners;
        /** The first documents of families of which a document has no partner. */
        private final ScratchBits wanted;
        /** For the first document of each family the weight of its minutiae. */
        private final ScratchLongs weights;

        private DocumentTable.IdCursor ids;
        private boolean more;

        private DocumentLists.Cursor list;
        /** The documents that hold the minutia that was read last, in ascending order. */
        private int[] holders = new int[64];

        private int held;

        Side(Segment segment, ScratchArrays kept) throws IOException {
            this.segment = segment;
            families = segment.documents().families();
            documents = (int) segment.counts().documents();
            partners = kept.cells(documents);
            wanted = kept.bits(documents);
            weights = kept.longs(documents);
        }

        void rewind() {
            ids = segment.documents().ids();
            more = ids.next();
        }

        String id(int document) {
            return segment.documents().id(document);
        }

        int first(int document) {
            return (int) families.first(document);
        }

        /** The document of the same id in the other index, or −1. */
        int partner(int document) {
            return partners.get(document) - 1;
        }

        /** The first document of a family without a partner, or else its first document; −1 for no family. */
        int member(int family) {
            for (int d = family; d >= 0; d = (int) families.after(family, d)) {
                if (partner(d) < 0) {
                    return d;
                }
            }
            return family;
        }

        /** Marks the families of which a document has no partner. */
        void mark() {
            for (int d = 0; d < documents; d++) {
                if (partner(d) < 0) {
                    wanted.add(first(d));
                }
            }
        }

        /** Adds the weight of the minutia that was read to those of its holders. */
        void weigh(long weight) {
            for (int i = 0; weight != 0 && i < held; i++) {
                weights.add(holders[i], weight);
            }
        }

        /** Reads the documents that hold the minutia of a payload. */
        void read(long payload) {
            if (payload < documents) {
                holders[0] = (int) payload;
                held = 1;
                return;
            }
            list = segment.lists().cursor(list, payload - documents);
            held = (int) list.remaining();
            if (held > holders.length) {
                holders = new int[Math.max(held, holders.length * 2)];
            }
            for (int i = 0; i < held && list.next(); i++) {
                holders[i] = (int) list.document();
            }
        }

        boolean isHolder(int document) {
            return held == 1 ? holders[0] == document : Arrays.binarySearch(holders, 0, held, document) >= 0;
        }
    }

    /**
     * For each document without a partner the document of the other index with which it scores highest. Among equal
     * scores, the one that resembles it most, then one without a partner, then the first. One thread at a time.
     */
    private static final class Targets implements PartSearch.Collector {
        private final Side from;
        private final Side to;
        private final Measure measure;
        private final double minScore;
        /** The number of documents of the other index that are counted at a time. */
        private final int window;

        private final Comparison comparison;
        private final SegmentSide sideA;
        private final SegmentSide sideB;
        /**
         * For the first document of each family 1 plus the best document of the other index; 0 if none scores enough.
         */
        private final ScratchInts best;

        private final ScratchInts shared;
        private final ScratchLongs sums;

        private int document;
        private double bestScore;
        private double bestResemblance;
        private boolean bestWanted;

        Targets(Side from, Side to, SimilarityOptions options, int window, ScratchArrays kept) throws IOException {
            this.from = from;
            this.to = to;
            measure = options.measure();
            minScore = options.minScore();
            this.window = Math.max(1, Math.min(window, to.documents));
            comparison = Comparison.of(from.segment.scheme());
            sideA = new SegmentSide(from.segment);
            sideB = new SegmentSide(to.segment);
            best = kept.cells(from.documents);
            shared = kept.cells(from.documents);
            sums = kept.longs(from.documents);
        }

        /** @param led for each document the minutiae that both indexes have, and how many documents hold them */
        Void find(LongTriples led) throws IOException {
            LongTriples.Sorted sorted = led.sort();
            SearchBuffers buffers = new SearchBuffers(window);
            SealedPart part = SealedPart.of(to.segment);
            LongArrayList minutiae = new LongArrayList();
            LongArrayList holders = new LongArrayList();
            boolean more = sorted.next();
            while (more) {
                document = (int) sorted.first();
                minutiae.clear();
                holders.clear();
                while (more && sorted.first() == document) {
                    minutiae.addLong(sorted.second() ^ Long.MIN_VALUE);
                    holders.addLong(sorted.third());
                    more = sorted.next();
                }
                find(
                        PartSearch.of(
                                part,
                                minutiae.toLongArray(),
                                buffers.forQuery(Long.MAX_VALUE, minutiae.size(), measure.weighted())),
                        holders.toLongArray());
            }
            return null;
        }

        private void find(PartSearch search, long[] holders) {
            bestScore = 0;
            long documents = (long) from.documents + to.documents;
            Optional<TermWeights> weights = measure.weighted()
                    ? Optional.of(new TermWeights(measure, documents, holders, new int[0]))
                    : Optional.empty();
            search.count(new boolean[holders.length], new boolean[holders.length], weights, this);
        }

        @Override
        public void collect(long found, int count, long sum) {
            int other = (int) found;
            if (to.first(other) != other) {
                return;
            }
            double score = score(document, other, count, sum);
            if (score < minScore || score < bestScore) {
                return;
            }
            double resemblance =
                    comparison.score(measure.weighted() ? Measure.WEIGHTED_RESEMBLANCE : Measure.RESEMBLANCE);
            boolean wanted = to.wanted.contains(other);
            // Documents come in no order, so the last rule is decided here too.
            boolean better = score > bestScore
                    || resemblance > bestResemblance
                    || resemblance == bestResemblance
                            && (wanted && !bestWanted || wanted == bestWanted && other < best.get(document) - 1);
            if (better) {
                bestScore = score;
                bestResemblance = resemblance;
                bestWanted = wanted;
                best.set(document, other + 1);
                shared.set(document, count);
                sums.set(document, sum);
            }
        }

        /**
         * The score of two documents.
         *
         * @param inBoth the number of minutiae that they share
         * @param sum their weight, if the measure is weighted
         */
        private double score(int document, int other, int inBoth, long sum) {
            comparison.weighing(1, from.weights.get(from.first(document)));
            long ofOther = to.weights.get(to.first(other));
            return comparison.score(measure, sideA.at(document), sideB.at(other), inBoth, sum, ofOther);
        }

        Pair found(int document, int other, int inBoth, long sum) {
            double score = score(document, other, inBoth, sum);
            comparison.set(inBoth, sideA, sideB);
            return Pair.of(from.id(document), to.id(other), score, inBoth, comparison, Optional.empty());
        }

        /** Compares a document with one of its best family. */
        Pair found(int document, int other) {
            int family = from.first(document);
            return found(document, other, shared.get(family), sums.get(family));
        }

        /** The first document of the best family for a family, or −1. */
        int best(int first) {
            return best.get(first) - 1;
        }
    }

    /**
     * What happened to a document between an old and a new index.
     *
     * @param kind what happened
     * @param id the id of the document: in the old index, or for {@link Kind#NEW} and {@link Kind#COPIED} in the new
     *     one
     * @param found this document as {@code a} and the document of the other index that it was compared with as
     *     {@code b}, with the score by the measure of the options; empty for {@link Kind#SAME}, {@link Kind#GONE} and
     *     {@link Kind#NEW}
     */
    public record Change(Kind kind, String id, Optional<Pair> found) {
        /** What happened to a document. */
        public enum Kind {
            /** Both indexes have the id, with equal fingerprints. */
            SAME,
            /** Both indexes have the id, with different fingerprints. */
            CHANGED,
            /**
             * The new index lacks the id, but another document of it has enough of the content (BGMZ 6, lost and
             * found).
             */
            MOVED,
            /** The new index lacks the id, and no document of it has enough of the content. */
            GONE,
            /** The old index lacks the id, and no document of it has enough of the content. */
            NEW,
            /** The old index lacks the id, but a document of it has enough of the content. */
            COPIED
        }
    }
}
