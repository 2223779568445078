package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.score.Comparison.Side;
import io.whorl.score.TermWeights;
import io.whorl.store.DeadDocuments;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The search of one part for one query, while the part is held. One thread at a time; all methods are called inside
 * {@link #reading}.
 */
public abstract sealed class PartSearch permits SealedSearch, LiveSearch {
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
        long threshold();

        /**
         * Receives a live document that reaches the threshold. Documents come in no particular order.
         *
         * @param document its number in the part that is searched
         * @param shared the number of minutiae that it shares with the query
         * @param sum the sum of their weights; 0 if the search is not weighted
         */
        void collect(long document, int shared, long sum);
    }

    /** What is searched: the segment or the tier, which is the same object in each search. */
    public abstract Object source();

    /** True if the documents are numbered in the order of their ids. */
    public final boolean inOrderOfIds() {
        return part instanceof SealedPart;
    }

    /** The id of a document, in UTF-8. May be called outside of {@link #reading}, too. */
    public final byte[] id(long document) {
        return part.id(document);
    }

    /** A document as {@link io.whorl.score.Comparison} reads it; the same object each time. */
    public abstract Side side(long document);

    /** The mean of ln f_t over the minutiae of a document, as of its seal, last merge or commit. */
    public abstract double meanLog(long document);

    /** Whether a live document holds all minutiae. */
    public abstract boolean holdsAll(long document);

    /**
     * Adds to the entry of each minutia the number of documents of this part that hold it. Deleted documents may be
     * counted.
     */
    public abstract void addFrequencies(long[] frequencies);

    /**
     * Where an entry exceeds the limit after all parts have added to it, subtracts the deleted documents that this part
     * has added.
     */
    public abstract void subtractDead(long[] frequencies, long limit);

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
    public abstract <T> T reading(Supplier<T> reader);

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
}
