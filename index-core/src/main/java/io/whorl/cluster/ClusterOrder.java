package io.whorl.cluster;

import io.whorl.cluster.ClusterOptions.Link;
import io.whorl.cluster.ClusterOptions.Representative;
import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.SurvivorOptions.Keep;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToLongFunction;

/**
 * The clusters of at least two documents, by number: the largest first, then by the rank of the representative.
 * Immutable after construction.
 */
final class ClusterOrder {
    /** For each unit 1 plus the number of its cluster; 0 if it is in none. */
    final ScratchInts numbers;
    /** For each cluster the unit that represents it. */
    final ScratchInts representatives;

    final Leads leads;
    /** Of stars, the links of members to representatives; of components, the links to the most similar units. */
    final Links links;

    final int clusters;
    /** The number of documents in clusters. */
    final long clustered;

    private final PairGraph graph;
    private final Link link;
    private final ScratchInts sizes;
    private final ScratchInts units;
    /** For each cluster the index of its first document in {@link #documents}. */
    private final ScratchInts starts;
    /** Cluster by cluster: the document that stands for it, then the others in order. */
    private final ScratchInts documents;

    /**
     * How documents are grouped.
     *
     * @param pairs the pairs to find
     * @param representative which documents become representatives; empty if those do that survive
     * @param keep which document of a unit stands for it, and which documents survive
     * @param dates gives dates, in place of those that the index stores
     * @param keys gives keys to documents
     */
    record Rules(
            PairRequest pairs,
            Link link,
            Optional<Representative> representative,
            Keep keep,
            Optional<Function<String, Optional<Instant>>> dates,
            DocumentKeys keys) {
        /** True if no member of a star may have a higher rank than its representative. */
        boolean upwards() {
            return representative.orElse(Representative.OLDEST) == Representative.OLDEST;
        }
    }

    ClusterOrder(PairGraph graph, Segment segment, Rules rules, PairScratch kept) throws IOException {
        this.graph = graph;
        link = rules.link();
        leads = new Leads(graph, segment, rules, kept);
        Ranks ranks = new Ranks(graph, leads, rules.representative(), kept);
        links = link == Link.STAR ? new Stars(graph, ranks, rules.upwards(), kept).links : graph.nearest;
        numbers = kept.cells(graph.documents);
        ScratchInts byKey = kept.cells(graph.documents);
        ScratchInts rankByKey = kept.cells(graph.documents);
        for (int r = ranks.size - 1; r >= 0; r--) {
            int unit = ranks.unit(r);
            int key = key(unit);
            byKey.add(key, graph.size(unit));
            // The last one set has the highest rank. A representative of a star may not: members may have moved to it.
            rankByKey.set(key, link == Link.STAR ? ranks.of(key) : r);
        }
        try (LongTriples order = kept.triples()) {
            int n = 0;
            long all = 0;
            for (int r = 0; r < ranks.size; r++) {
                int key = key(ranks.unit(r));
                if (rankByKey.get(key) == r && byKey.get(key) > 1) {
                    order.add(-byKey.get(key), r, key);
                    n++;
                    all += byKey.get(key);
                }
            }
            clusters = n;
            clustered = all;
            representatives = kept.cells(n);
            sizes = kept.cells(n);
            units = kept.cells(n);
            LongTriples.Sorted sorted = order.sort();
            for (int k = 0; sorted.next(); k++) {
                representatives.set(k, ranks.unit((int) sorted.second()));
                sizes.set(k, (int) -sorted.first());
                byKey.set(sorted.third(), -1 - k);
            }
        }
        for (int r = 0; r < ranks.size; r++) {
            int unit = ranks.unit(r);
            int k = -1 - byKey.get(key(unit));
            if (k >= 0) {
                numbers.set(unit, k + 1);
                units.add(k, 1);
            }
        }
        starts = kept.cells(clusters + 1L);
        documents = kept.cells(clustered);
        fill(kept.cells(clusters));
    }

    /** The unit that stands for the cluster of a unit. */
    private int key(int unit) {
        if (link == Link.COMPONENTS) {
            return graph.root(unit);
        }
        return links.has(unit) ? links.other(unit) : unit;
    }

    private void fill(ScratchInts next) {
        for (int k = 0; k < clusters; k++) {
            int start = starts.get(k);
            documents.set(start, leads.of(representatives.get(k)));
            next.set(k, start + 1);
            starts.set(k + 1L, start + sizes.get(k));
        }
        for (int d = 0; d < graph.documents; d++) {
            int k = number(graph.unit(d));
            if (k >= 0 && d != documents.get(starts.get(k)) && graph.isJoined(d)) {
                documents.set(next.get(k), d);
                next.add(k, 1);
            }
        }
    }

    /** The cluster of a unit, from 0; −1 if it is in none. */
    int number(int unit) {
        return numbers.get(unit) - 1;
    }

    int size(long cluster) {
        return sizes.get(cluster);
    }

    int units(long cluster) {
        return units.get(cluster);
    }

    /** A document of a cluster, both from 0: first the one that stands for it. */
    int document(long cluster, long i) {
        return documents.get(starts.get(cluster) + i);
    }

    /** For each unit the document that stands for it: the one with the least key by a rule, then the first. */
    static final class Leads {
        /** By document; empty if the order is that of ids. */
        private final Optional<ScratchLongs> keys;
        /** For each unit 1 plus its document that comes first; empty if the order is that of ids. */
        private final Optional<ScratchInts> leads;

        /** The ids with keys that the index does not have. */
        long unknown;
        /** The documents without a key. */
        long keyless;

        Leads(PairGraph graph, Segment segment, Rules rules, PairScratch kept) throws IOException {
            if (rules.keep() == Keep.FIRST) {
                keys = Optional.empty();
                leads = Optional.empty();
                return;
            }
            ScratchLongs of = kept.longs(graph.documents);
            IntToLongFunction key =
                    switch (rules.keep()) {
                        case LONGEST -> d -> -segment.documents().words(d);
                        case OLDEST -> d -> date(segment, rules.dates(), d);
                        default -> d -> DocumentKeys.NONE;
                    };
            for (int d = 0; d < graph.documents; d++) {
                of.set(d, key.applyAsLong(d));
            }
            if (rules.keep() == Keep.LEAST_KEY) {
                rules.keys().forEach((id, given) -> {
                    long document = segment.documents().find(id);
                    if (document < 0) {
                        unknown++;
                    } else {
                        of.set(document, Math.min(given, of.get(document)));
                    }
                });
            }
            ScratchInts first = kept.cells(graph.documents);
            for (int d = 0; d < graph.documents; d++) {
                keyless += of.get(d) == DocumentKeys.NONE ? 1 : 0;
                int unit = graph.unit(d);
                int now = first.get(unit) - 1;
                if (graph.isJoined(d) && (now < 0 || of.get(d) < of.get(now))) {
                    first.set(unit, d + 1);
                }
            }
            keys = Optional.of(of);
            leads = Optional.of(first);
        }

        /** Documents without a date come last. */
        private static long date(Segment segment, Optional<Function<String, Optional<Instant>>> dates, int document) {
            long date = dates.isPresent()
                    ? DocumentDate.of(dates.get().apply(segment.documents().id(document)))
                    : segment.dates().date(document);
            return date == DocumentDate.NONE ? DocumentKeys.NONE : date;
        }

        int of(int unit) {
            return leads.isEmpty() ? unit : leads.get().get(unit) - 1;
        }

        long key(int unit) {
            return keys.isEmpty() ? 0 : keys.get().get(of(unit));
        }
    }

    /**
     * The order in which units become representatives. Central: by the number of other documents that score enough with
     * them, highest first, then by the sum of the scores of other units, then by the number of minutiae. Longest: the
     * same, but minutiae first. Oldest: the same, but the date first. Ties are ordered by id. Survivors have the order
     * of their rule. Units without another document have no rank. Immutable after construction.
     */
    private static final class Ranks {
        /** For each unit 1 plus its rank; 0 if it has none. */
        private final ScratchInts ranks;

        private final ScratchInts units;
        private int size;

        Ranks(PairGraph graph, Leads leads, Optional<Representative> rule, PairScratch kept) throws IOException {
            ranks = kept.cells(graph.documents);
            units = kept.cells(graph.documents);
            for (int d = 0; d < graph.documents; d++) {
                if (graph.isRanked(d)) {
                    units.set(size++, d);
                }
            }
            for (IntToLongFunction key : keys(graph, leads, rule)) {
                sort(key, kept);
            }
            for (int r = 0; r < size; r++) {
                ranks.set(units.get(r), r + 1);
            }
        }

        /** Keys of units, the lowest first; the last key decides first. */
        private static List<IntToLongFunction> keys(PairGraph graph, Leads leads, Optional<Representative> rule) {
            IntToLongFunction sum = unit -> ~Double.doubleToLongBits(graph.sum(unit));
            IntToLongFunction degree = unit -> 1L - graph.direct(unit) - graph.size(unit);
            IntToLongFunction length = unit -> -graph.pairs.minutiae(unit);
            if (rule.isEmpty()) {
                return leads.keys.isEmpty() ? List.of() : List.of(leads::of, leads::key);
            }
            return switch (rule.get()) {
                case CENTRAL -> List.of(length, sum, degree);
                case LONGEST -> List.of(sum, degree, length);
                case OLDEST -> List.of(length, sum, degree, leads::key);
            };
        }

        /** Sorts the units by a key; equal keys keep their order. */
        private void sort(IntToLongFunction key, PairScratch kept) throws IOException {
            try (LongTriples order = kept.triples()) {
                for (int r = 0; r < size; r++) {
                    order.add(key.applyAsLong(units.get(r)), r, units.get(r));
                }
                LongTriples.Sorted sorted = order.sort();
                for (int r = 0; sorted.next(); r++) {
                    units.set(r, (int) sorted.third());
                }
            }
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

    /**
     * Chooses the representatives of stars, and links every member to one. In the order of the ranks, each unit that is
     * not a member yet becomes a representative, and the units of lower rank that score enough with it become members.
     * Then each member moves to the representative with which it scores highest. All passes are sequential over sorted
     * pairs.
     */
    private static final class Stars {
        private final PairGraph graph;
        private final Ranks ranks;
        private final boolean upwards;
        /** The links of members; a unit without a link is a representative. */
        final Links links;

        /** @param upwards whether the representative of a member always has a higher rank than the member */
        Stars(PairGraph graph, Ranks ranks, boolean upwards, PairScratch kept) throws IOException {
            this.graph = graph;
            this.ranks = ranks;
            this.upwards = upwards;
            links = new Links(graph.documents, kept);
            choose(kept);
            graph.forEachPair((a, b, score) -> {
                move(a, b, score);
                if (graph.measure.symmetric()) {
                    move(b, a, score);
                }
            });
        }

        private void choose(PairScratch kept) throws IOException {
            try (LongTriples byRank = kept.triples()) {
                graph.forEachPair((x, y, score) -> {
                    int a = ranks.of(x);
                    int b = ranks.of(y);
                    // Only the unit of higher rank can be the representative: it is decided first.
                    if (b < a || graph.measure.symmetric()) {
                        byRank.add(Math.min(a, b), Math.max(a, b), Double.doubleToLongBits(score));
                    }
                });
                for (LongTriples.Sorted sorted = byRank.sort(); sorted.next(); ) {
                    int unit = ranks.unit((int) sorted.first());
                    int other = ranks.unit((int) sorted.second());
                    // All pairs of a unit with units of higher rank come before its pairs with units of lower rank.
                    if (!links.has(unit) && !links.has(other)) {
                        links.set(other, unit, Double.longBitsToDouble(sorted.third()));
                    }
                }
            }
        }

        private void move(int unit, int representative, double score) {
            if (!links.has(unit) || links.has(representative) || upwards && ranks.of(representative) > ranks.of(unit)) {
                return;
            }
            double current = links.score(unit);
            if (score > current || score == current && ranks.of(representative) < ranks.of(links.other(unit))) {
                links.set(unit, representative, score);
            }
        }
    }
}
