package io.whorl.cluster;

import io.whorl.cluster.PairGraph.Links;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The clusters of at least two documents, by number: the largest first, then by the rank of the representative.
 * Immutable after construction.
 */
final class ClusterOrder {
    /** For each unit 1 plus the number of its cluster; 0 if it is in none. */
    private final ScratchInts numbers;
    /** By cluster. */
    private final ScratchInts representatives;

    private final ScratchInts sizes;
    private final ScratchInts units;
    private final int clusters;
    private long clustered;

    /**
     * Groups the units that have a rank.
     *
     * @param links for stars, the links of members to representatives; components need none
     */
    ClusterOrder(
            PairGraph graph,
            Ranks ranks,
            ClusterOptions.Link link,
            Links links,
            PairScratch kept,
            long memory,
            ScratchSpace space)
            throws IOException {
        numbers = kept.cells(graph.documents());
        ScratchInts byKey = kept.cells(graph.documents());
        ScratchInts rankByKey = kept.cells(graph.documents());
        for (int r = ranks.size() - 1; r >= 0; r--) {
            int unit = ranks.unit(r);
            int key = key(graph, link, links, unit);
            byKey.set(key, byKey.get(key) + graph.size(unit));
            // The last one set has the highest rank. A representative of a star may not: members may have moved to it.
            boolean star = link == ClusterOptions.Link.STAR;
            rankByKey.set(key, star ? ranks.of(key) : r);
        }
        try (LongTriples order = new LongTriples(memory, space)) {
            int n = 0;
            for (int r = 0; r < ranks.size(); r++) {
                int key = key(graph, link, links, ranks.unit(r));
                if (rankByKey.get(key) == r && byKey.get(key) > 1) {
                    order.add(-byKey.get(key), r, key);
                    n++;
                }
            }
            order.sort();
            clusters = n;
            representatives = kept.cells(n);
            sizes = kept.cells(n);
            units = kept.cells(n);
            for (int k = 0; order.next(); k++) {
                representatives.set(k, ranks.unit((int) order.second()));
                sizes.set(k, (int) -order.first());
                clustered += -order.first();
                byKey.set(order.third(), -1 - k);
            }
        }
        for (int r = 0; r < ranks.size(); r++) {
            int unit = ranks.unit(r);
            int k = -1 - byKey.get(key(graph, link, links, unit));
            if (k >= 0) {
                numbers.set(unit, k + 1);
                units.set(k, units.get(k) + 1);
            }
        }
    }

    /** The unit that stands for the cluster of a unit. */
    private static int key(PairGraph graph, ClusterOptions.Link link, Links links, int unit) {
        if (link == ClusterOptions.Link.COMPONENTS) {
            return graph.components().root(unit);
        }
        return links.has(unit) ? links.other(unit) : unit;
    }

    int clusters() {
        return clusters;
    }

    /** The number of documents in clusters. */
    long clustered() {
        return clustered;
    }

    /** The cluster of a unit, from 0; −1 if it is in none. */
    int number(int unit) {
        return numbers.get(unit) - 1;
    }

    /** The unit that represents a cluster. */
    int representative(int number) {
        return representatives.get(number);
    }

    /** The number of documents. */
    int size(int number) {
        return sizes.get(number);
    }

    /** The number of units. */
    int units(int number) {
        return units.get(number);
    }

    ScratchInts numbers() {
        return numbers;
    }

    ScratchInts representatives() {
        return representatives;
    }

    /** The dates of the documents of a segment, as sort keys: documents without a date come last. */
    static final class ClusterDates {
        private static final long LAST = Long.MAX_VALUE;

        private final Segment segment;
        /** The dates that the options give, by ordinal. */
        private final Optional<ScratchLongs> given;

        ClusterDates(Segment segment, ClusterOptions options, PairScratch kept) throws IOException {
            this.segment = segment;
            boolean read = options.representative() == ClusterOptions.Representative.OLDEST
                    && options.dates().isPresent();
            given = read ? Optional.of(kept.longs(segment.counts().documents())) : Optional.empty();
            if (read) {
                read(options.dates().get(), given.get());
            }
        }

        private void read(Function<String, Optional<Instant>> dates, ScratchLongs to) {
            for (long d = 0; d < segment.counts().documents(); d++) {
                to.set(d, DocumentDate.of(dates.apply(segment.documents().id(d))));
            }
        }

        /** The key of a document: its date, or the greatest number if it has none. */
        long key(int document) {
            long date = given.isPresent()
                    ? given.get().get(document)
                    : segment.dates().date(document);
            return date == DocumentDate.NONE ? LAST : date;
        }
    }

    /**
     * The order in which units become representatives. Central: by the number of other documents that score enough with
     * them, highest first, then by the sum of the scores of other units, then by the number of minutiae. Longest: the
     * same, but minutiae first. Oldest: the same, but the date first. Ties are ordered by id. Survivors have the order
     * of their rule. Units without another document have no rank. Immutable after construction.
     */
    static final class Ranks {
        private final PairGraph graph;
        /** For each unit 1 plus its rank; 0 if it has none. */
        private final ScratchInts ranks;

        private final ScratchInts units;
        private int size;

        /** Gives the key of a unit; lower keys come first. */
        interface Key {
            long of(int unit);
        }

        Ranks(
                PairGraph graph,
                ClusterOptions.Representative rule,
                ClusterDates dates,
                PairScratch kept,
                long memory,
                ScratchSpace space)
                throws IOException {
            this(graph, keys(graph, rule, dates), kept, memory, space);
        }

        /** @param keys the last one decides first */
        Ranks(PairGraph graph, List<Key> keys, PairScratch kept, long memory, ScratchSpace space) throws IOException {
            this.graph = graph;
            ranks = kept.cells(graph.documents());
            units = kept.cells(graph.documents());
            for (int d = 0; d < graph.documents(); d++) {
                if (graph.isRanked(d)) {
                    units.set(size++, d);
                }
            }
            for (Key key : keys) {
                sort(key, memory, space);
            }
            for (int r = 0; r < size; r++) {
                ranks.set(units.get(r), r + 1);
            }
        }

        private static List<Key> keys(PairGraph graph, ClusterOptions.Representative rule, ClusterDates dates) {
            Key sum = unit -> ~Double.doubleToLongBits(graph.sum(unit));
            Key degree = unit -> 1L - graph.direct(unit) - graph.size(unit);
            Key length = unit -> -graph.minutiae(unit);
            Key age = unit -> dates.key(graph.oldest(unit, dates));
            return switch (rule) {
                case CENTRAL -> List.of(length, sum, degree);
                case LONGEST -> List.of(sum, degree, length);
                case OLDEST -> List.of(length, sum, degree, age);
            };
        }

        /** Sorts the units by a key; equal keys keep their order. */
        private void sort(Key key, long memory, ScratchSpace space) throws IOException {
            try (LongTriples order = new LongTriples(memory, space)) {
                for (int r = 0; r < size; r++) {
                    int unit = units.get(r);
                    order.add(key.of(unit), r, unit);
                }
                order.sort();
                for (int r = 0; order.next(); r++) {
                    units.set(r, (int) order.third());
                }
            }
        }

        /** The number of units with a rank. */
        int size() {
            return size;
        }

        /** The unit of a rank, from 0. */
        int unit(int rank) {
            return units.get(rank);
        }

        /** The rank of a unit, from 0; −1 if it has none. */
        int of(int unit) {
            return ranks.get(unit) - 1;
        }
    }

    /** The documents of all clusters: of each the one that stands for it, then the others in order. Immutable. */
    static final class ClusterDocuments {
        /** For each cluster the index of its first document in {@link #documents}. */
        private final ScratchInts starts;
        /** Cluster by cluster. */
        private final ScratchInts documents;

        /** @param firsts gives for each cluster the document that stands for it, one of its representative unit */
        ClusterDocuments(PairGraph graph, ClusterOrder order, IntUnaryOperator firsts, PairScratch kept)
                throws IOException {
            starts = kept.cells(order.clusters() + 1L);
            documents = kept.cells(order.clustered());
            ScratchInts next = kept.cells(order.clusters());
            for (int k = 0; k < order.clusters(); k++) {
                int start = starts.get(k);
                documents.set(start, firsts.applyAsInt(k));
                next.set(k, start + 1);
                starts.set(k + 1L, start + order.size(k));
            }
            for (int d = 0; d < graph.documents(); d++) {
                int unit = graph.unit(d);
                int k = order.number(unit);
                if (k >= 0 && d != documents.get(starts.get(k)) && (d == unit || graph.size(unit) > 1)) {
                    documents.set(next.get(k), d);
                    next.set(k, next.get(k) + 1);
                }
            }
        }

        /** A document of a cluster, both from 0. */
        int get(long cluster, long i) {
            return documents.get(starts.get(cluster) + i);
        }
    }
}
