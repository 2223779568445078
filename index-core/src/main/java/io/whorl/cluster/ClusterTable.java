package io.whorl.cluster;

import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.PairCount.GroupScores;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.cluster.SimilarityOptions.Link;
import io.whorl.cluster.SimilarityOptions.Purpose;
import io.whorl.cluster.SimilarityOptions.Representative;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.measure.Measure;
import io.whorl.store.Channels;
import io.whorl.store.DocumentDate;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The clusters of a segment, around representatives or around survivors. Clusters have at least two documents, and
 * numbers from 0: the largest first, then by the rank of the representative. One thread at a time.
 *
 * <p>They are made of the graph of all pairs that reach the threshold. Its vertices are units: a family of documents of
 * equal fingerprints, named by its first document, or a single document. The pairs are sorted, and read several times:
 *
 * <ol>
 *   <li>best first, to join components, and to find the most similar unit of each;
 *   <li>by the rank of the first unit, to choose the representatives of stars;
 *   <li>best first, to move the members of stars to the most similar representative;
 *   <li>best first, for the least scores of each cluster, which now has its number.
 * </ol>
 */
final class ClusterTable {
    final PairSearch pairs;
    /** The number of documents of the segment. */
    final int all;

    private final Measure measure;
    private final double minScore;
    /** For each document 1 plus another of its component that leads to the root; 0 for a root. */
    private final ScratchInts parents;

    private final Links nearest;
    /** For each unit the sum of the scores of other documents with it. */
    private final ScratchLongs sums;
    /** For each unit the number of other documents whose score with it reaches the threshold. */
    private final ScratchInts direct;

    final Leads leads;
    final int clusters;
    /** The number of documents in clusters. */
    final long clustered;

    private final boolean star;
    /** Of stars, the links of members to representatives; of components, the links to the most similar units. */
    private final Links links;
    /** For each unit 1 plus its cluster; 0 if it is in none. */
    private final ScratchInts numbers;

    // By cluster: the unit that represents it, and the number of its units.

    private final ScratchInts representatives;
    private final ScratchInts units;
    /** For each cluster the index of its first document in {@link #documents}; one more for the end. */
    private final ScratchInts starts;
    /** Cluster by cluster: the document that stands for it, then the others in order. */
    private final ScratchInts documents;
    /** The least scores; none of survivors. */
    private final GroupScores scores;
    /** For each component, by its root, the number of documents; none of survivors. */
    private final ScratchInts componentSizes;
    /** Holds the pairs by cluster. */
    private final ScratchArrays scratch;

    private Optional<ClusterPairs> grouped = Optional.empty();

    /**
     * Makes the clusters. A quarter of the memory holds arrays by document, and another sorts.
     *
     * @param search closed if this fails
     */
    static ClusterTable of(PairSearch search, SimilarityOptions options, ScratchSpace space) throws IOException {
        // The search has half of the memory, and a quarter of that holds its arrays.
        long quarter = 2 * search.memory.arrays();
        return Channels.orElse(search, () -> {
            try (ScratchArrays kept = new ScratchArrays(quarter, quarter, space)) {
                return new ClusterTable(search, options, kept);
            }
        });
    }

    private ClusterTable(PairSearch search, SimilarityOptions options, ScratchArrays kept) throws IOException {
        pairs = search;
        all = search.tables.documents;
        measure = search.tables.measure;
        minScore = options.minScore();
        parents = kept.cells(all);
        direct = kept.cells(all);
        nearest = new Links(all, kept);
        sums = kept.longs(all);
        forEachDirection(this::link);
        star = options.link() == Link.STAR;
        boolean ofSurvivors = options.purpose() == Purpose.SURVIVORS;
        boolean byAge = options.representative() == Representative.OLDEST;
        Keep keep = byAge ? Keep.OLDEST : options.keep();
        leads = new Leads(keep, options, kept);
        Ranks ranks = new Ranks(ofSurvivors ? Optional.empty() : Optional.of(options.representative()), kept);
        links = star ? stars(ranks, ofSurvivors || byAge, kept) : nearest;
        numbers = kept.cells(all);
        ScratchInts byKey = kept.cells(all);
        ScratchInts rankByKey = kept.cells(all);
        for (int r = ranks.size - 1; r >= 0; r--) {
            int unit = ranks.unit(r);
            int key = key(unit);
            byKey.add(key, unitSize(unit));
            // The last one set has the highest rank. A representative of a star may not: members may have moved to it.
            rankByKey.set(key, star ? ranks.of(key) : r);
        }
        try (LongTriples order = kept.triples()) {
            int n = 0;
            long sum = 0;
            for (int r = 0; r < ranks.size; r++) {
                int key = key(ranks.unit(r));
                if (rankByKey.get(key) == r && byKey.get(key) > 1) {
                    order.add(-byKey.get(key), r, key);
                    n++;
                    sum += byKey.get(key);
                }
            }
            clusters = n;
            clustered = sum;
            representatives = kept.cells(n);
            units = kept.cells(n);
            starts = kept.cells(n + 1L);
            LongTriples.Sorted sorted = order.sort();
            for (int k = 0; sorted.next(); k++) {
                representatives.set(k, ranks.unit((int) sorted.second()));
                starts.set(k + 1L, starts.get(k) - (int) sorted.first());
                numbers.set(sorted.third(), k + 1);
            }
        }
        for (int r = 0; r < ranks.size; r++) {
            int unit = ranks.unit(r);
            int number = numbers.get(key(unit));
            numbers.set(unit, number);
            if (number > 0) {
                units.add(number - 1L, 1);
            }
        }
        documents = kept.cells(clustered);
        list(kept.cells(clusters));
        scores = new GroupScores(numbers, representatives, ofSurvivors ? 0 : clusters, kept);
        componentSizes = kept.cells(ofSurvivors ? 0 : all);
        if (!ofSurvivors) {
            search.add(scores);
            for (int d = 0; d < all; d++) {
                if (d == unit(d)) {
                    componentSizes.add(root(d), unitSize(d));
                }
            }
        }
        // Sorting is over, so its quarter is free for the pairs by cluster.
        scratch = kept.another();
    }

    private interface Visitor {
        void pair(int a, int b, double score) throws IOException;
    }

    /** Reads all pairs of units, best first. */
    private void forEachPair(Visitor visitor) throws IOException {
        for (PairSearch.Reader pair = pairs.read(); pair.nextAcross(); ) {
            visitor.pair(pair.a(), pair.b(), pair.score());
        }
    }

    /** Reads all pairs of units, best first: a unit and one with which it scores enough. */
    private void forEachDirection(Visitor visitor) throws IOException {
        forEachPair((a, b, score) -> {
            visitor.pair(a, b, score);
            if (measure.symmetric()) {
                visitor.pair(b, a, score);
            }
        });
    }

    private void link(int unit, int to, double score) {
        join(unit, to);
        int size = unitSize(unit);
        direct.add(to, size);
        sums.set(to, Double.doubleToLongBits(sum(to) + size * score));
        // Pairs come in descending order of scores.
        if (!nearest.has(unit)) {
            nearest.set(unit, to, score);
        }
    }

    /** Joins the components of two documents by union-find (BGMZ 4). */
    private void join(int a, int b) {
        int x = root(a);
        int y = root(b);
        if (x != y) {
            parents.set(Math.max(x, y), Math.min(x, y) + 1);
        }
    }

    /** The document that stands for the connected component of a document. */
    private int root(int document) {
        int at = document;
        for (int parent = parents.get(at); parent != 0; parent = parents.get(at)) {
            int above = parents.get(parent - 1);
            if (above != 0) {
                // Halves the path, so that later calls are short.
                parents.set(at, above);
            }
            at = parent - 1;
        }
        return at;
    }

    private int unit(int document) {
        return pairs.tables.alike ? pairs.tables.families.first(document) : document;
    }

    /** The number of documents of a unit that are joined. */
    int unitSize(int unit) {
        return pairs.tables.alike && self(unit) >= minScore ? pairs.tables.families.size(unit) : 1;
    }

    /** True if a document is joined to its unit: a family that is not joined has its first document only. */
    private boolean isJoined(int document) {
        int unit = unit(document);
        return document == unit || unitSize(unit) > 1;
    }

    private double self(int document) {
        return measure == Measure.SHARED ? pairs.reading(() -> pairs.minutiae(document)) : 1;
    }

    /** True if a document stands for a unit that has a pair, or for a family. */
    private boolean isRanked(int document) {
        return unit(document) == document
                && (unitSize(document) > 1 || nearest.has(document) || direct.get(document) > 0);
    }

    private double sum(int unit) {
        return Double.longBitsToDouble(sums.get(unit));
    }

    /** For each document the document that it is linked to, and their score. One thread at a time. */
    private static final class Links {
        /** For each document 1 plus the other one; 0 if it is not linked. */
        private final ScratchInts others;

        private final ScratchLongs scores;

        Links(int documents, ScratchArrays kept) throws IOException {
            others = kept.cells(documents);
            scores = kept.longs(documents);
        }

        void set(int document, int other, double score) {
            others.set(document, other + 1);
            scores.set(document, Double.doubleToLongBits(score));
        }

        boolean has(int document) {
            return others.get(document) != 0;
        }

        int other(int document) {
            return others.get(document) - 1;
        }

        double score(int document) {
            return Double.longBitsToDouble(scores.get(document));
        }
    }

    /** The unit that stands for the cluster of a unit. */
    private int key(int unit) {
        if (!star) {
            return root(unit);
        }
        return links.has(unit) ? links.other(unit) : unit;
    }

    private void list(ScratchInts next) {
        for (int k = 0; k < clusters; k++) {
            documents.set(starts.get(k), leads.of(representatives.get(k)));
            next.set(k, starts.get(k) + 1);
        }
        for (int d = 0; d < all; d++) {
            int k = number(unit(d));
            if (k >= 0 && d != document(k, 0) && isJoined(d)) {
                documents.set(next.get(k), d);
                next.add(k, 1);
            }
        }
    }

    /**
     * Chooses the representatives of stars, and links every member to one. In the order of the ranks, each unit that is
     * not a member yet becomes a representative, and the units of lower rank that score enough with it become members.
     * Then each member moves to the representative with which it scores highest. All passes are sequential over sorted
     * pairs.
     *
     * @param upwards whether the representative of a member always has a higher rank than the member
     * @return the links of members; a unit without a link is a representative
     */
    private Links stars(Ranks ranks, boolean upwards, ScratchArrays kept) throws IOException {
        Links stars = new Links(all, kept);
        try (LongTriples byRank = kept.triples()) {
            forEachPair((x, y, score) -> {
                int a = ranks.of(x);
                int b = ranks.of(y);
                // Only the unit of higher rank can be the representative: it is decided first.
                if (b < a || measure.symmetric()) {
                    byRank.add(Math.min(a, b), Math.max(a, b), Double.doubleToLongBits(score));
                }
            });
            for (LongTriples.Sorted sorted = byRank.sort(); sorted.next(); ) {
                int unit = ranks.unit((int) sorted.first());
                int other = ranks.unit((int) sorted.second());
                // All pairs of a unit with units of higher rank come before its pairs with units of lower rank.
                if (!stars.has(unit) && !stars.has(other)) {
                    stars.set(other, unit, Double.longBitsToDouble(sorted.third()));
                }
            }
        }
        forEachDirection((unit, to, score) -> {
            if (!stars.has(unit) || stars.has(to) || upwards && ranks.of(to) > ranks.of(unit)) {
                return;
            }
            double current = stars.score(unit);
            if (score > current || score == current && ranks.of(to) < ranks.of(stars.other(unit))) {
                stars.set(unit, to, score);
            }
        });
        return stars;
    }

    /** The cluster of a unit; −1 if it is in none. */
    private int number(int unit) {
        return numbers.get(unit) - 1;
    }

    int size(long cluster) {
        return starts.get(cluster + 1) - starts.get(cluster);
    }

    int representative(long cluster) {
        return representatives.get(cluster);
    }

    /** A document of a cluster, from 0: first the one that stands for it. */
    int document(long cluster, long i) {
        return documents.get(starts.get(cluster) + i);
    }

    String id(int document) {
        checkOpen();
        return pairs.reading(() -> pairs.id(document));
    }

    double leastToRepresentative(long cluster) {
        int n = units.get(cluster);
        return n == 1 ? self(representative(cluster)) : scores.leastToRepresentative(cluster, n);
    }

    double leastPair(long cluster) {
        int n = units.get(cluster);
        return n == 1 ? self(representative(cluster)) : scores.leastPair(cluster, n);
    }

    long chained(long cluster) {
        int unit = representative(cluster);
        return (long) componentSizes.get(root(unit)) - unitSize(unit) - direct.get(unit);
    }

    /** The score of a document of a cluster with the one that it is compared with. */
    double score(long cluster, int document) {
        return isAlike(cluster, document) ? self(document) : links.score(unit(document));
    }

    Member member(long cluster, long i) {
        int document = document(cluster, i);
        int unit = unit(document);
        int to = star || unit == representative(cluster)
                ? document(cluster, 0)
                : isAlike(cluster, document) ? unit : links.other(unit);
        return new Member(id(document), score(cluster, document), id(to));
    }

    /** True if a document is compared with one of its own unit. */
    private boolean isAlike(long cluster, int document) {
        int unit = unit(document);
        return unit == representative(cluster) || !star && (document != unit || !links.has(unit));
    }

    void checkOpen() {
        if (pairs.isClosed()) {
            throw new IllegalStateException("the clusters are closed; read them before close");
        }
    }

    /** The pairs of a cluster. The first call groups the pairs of all clusters. */
    Iterator<Edge> edges(long cluster) {
        checkOpen();
        if (grouped.isEmpty()) {
            grouped = Optional.of(Channels.unchecked(ClusterPairs::new));
        }
        ClusterPairs of = grouped.get();
        Stream<Edge> copies = LongStream.range(0, size(cluster))
                .mapToInt(i -> document(cluster, i))
                .filter(d -> unit(d) != d)
                .mapToObj(this::copy);
        Stream<Edge> others = LongStream.range(of.starts.get(cluster), of.starts.get(cluster + 1))
                .mapToObj(pair -> {
                    long both = of.documents.get(pair);
                    double score = Double.longBitsToDouble(of.scores.get(pair));
                    return edge((int) (both >>> Integer.SIZE), (int) both, score);
                });
        return Stream.concat(copies, others).iterator();
    }

    /** All pairs of units, best first. */
    Iterator<Edge> edges() {
        checkOpen();
        PairSearch.Reader pair = Channels.unchecked(pairs::read);
        return Stream.generate(() -> Channels.unchecked(pair::nextAcross))
                .takeWhile(more -> more)
                .map(more -> edge(pair.a(), pair.b(), pair.score()))
                .iterator();
    }

    Iterator<Edge> copies() {
        checkOpen();
        return IntStream.range(0, all)
                .filter(d -> unit(d) != d && isJoined(d))
                .mapToObj(this::copy)
                .iterator();
    }

    private Edge copy(int document) {
        return edge(unit(document), document, self(document));
    }

    private Edge edge(int a, int b, double score) {
        return new Edge(id(a), id(b), score, numbers.get(unit(a)), numbers.get(unit(b)));
    }

    /** The pairs within each cluster, best first: all pairs, grouped by cluster. */
    private final class ClusterPairs {
        /** For each cluster the index of its first pair; one more for the end. */
        private final ScratchLongs starts;
        /** For each pair document A in the high half and document B in the low half. */
        private final ScratchLongs documents;

        private final ScratchLongs scores;

        ClusterPairs() throws IOException {
            try (ScratchArrays kept = scratch) {
                starts = kept.longs(clusters + 1L);
                forEachPair((a, b, score) -> starts.add(number(a) + 1L, 1));
                ScratchLongs next = kept.longs(clusters);
                for (int k = 0; k < clusters; k++) {
                    next.set(k, starts.get(k));
                    starts.add(k + 1L, starts.get(k));
                }
                documents = kept.longs(starts.get(clusters));
                scores = kept.longs(starts.get(clusters));
                forEachPair((a, b, score) -> {
                    long at = next.get(number(a));
                    documents.set(at, ((long) a << Integer.SIZE) | b);
                    scores.set(at, Double.doubleToLongBits(score));
                    next.add(number(a), 1);
                });
            }
        }

        private void forEachPair(Visitor visitor) throws IOException {
            ClusterTable.this.forEachPair((a, b, score) -> {
                if (number(a) >= 0 && number(a) == number(b)) {
                    visitor.pair(a, b, score);
                }
            });
        }
    }

    /** For each unit the document that stands for it: the one with the least key by a rule, then the first. */
    final class Leads {
        private final boolean byId;
        /** By document; empty if the order is that of ids. */
        private final ScratchLongs keys;
        /** For each unit 1 plus its document that comes first; empty if the order is that of ids. */
        private final ScratchInts leads;

        /** The ids with keys that the index does not have. */
        long unknown;

        long keyless;

        private Leads(Keep keep, SimilarityOptions options, ScratchArrays kept) throws IOException {
            byId = keep == Keep.FIRST;
            int n = byId ? 0 : all;
            keys = kept.longs(n);
            leads = kept.cells(n);
            Segment segment = pairs.tables.segment;
            IntToLongFunction key =
                    switch (keep) {
                        case LONGEST -> d -> -segment.documents().words(d);
                        case OLDEST -> d -> date(segment, options.dates(), d);
                        default -> d -> DocumentKeys.NONE;
                    };
            for (int d = 0; d < n; d++) {
                keys.set(d, key.applyAsLong(d));
            }
            if (options.keys().isPresent()) {
                options.keys().get().forEach((id, least) -> {
                    long document = segment.documents().find(id);
                    if (document < 0) {
                        unknown++;
                    } else {
                        keys.set(document, Math.min(least, keys.get(document)));
                    }
                });
            }
            for (int d = 0; d < n; d++) {
                keyless += keys.get(d) == DocumentKeys.NONE ? 1 : 0;
                int unit = unit(d);
                int now = leads.get(unit) - 1;
                if (isJoined(d) && (now < 0 || keys.get(d) < keys.get(now))) {
                    leads.set(unit, d + 1);
                }
            }
        }

        /** Documents without a date come last. */
        private static long date(Segment segment, Optional<Function<String, Optional<Instant>>> dates, int document) {
            long date = dates.isPresent()
                    ? DocumentDate.of(dates.get().apply(segment.documents().id(document)))
                    : segment.documents().date(document);
            return date == DocumentDate.NONE ? DocumentKeys.NONE : date;
        }

        private int of(int unit) {
            return byId ? unit : leads.get(unit) - 1;
        }

        private long key(int unit) {
            return byId ? 0 : keys.get(of(unit));
        }
    }

    /**
     * The order in which units become representatives. Central: by the number of other documents that score enough with
     * them, highest first, then by the sum of the scores of other units, then by the number of minutiae. Longest: the
     * same, but minutiae first. Oldest: the same, but the date first. Ties are ordered by id. Survivors have the order
     * of their rule. Units without another document have no rank. Immutable after construction.
     */
    private final class Ranks {
        /** For each unit 1 plus its rank; 0 if it has none. */
        private final ScratchInts ranks;

        private final ScratchInts units;
        private int size;

        Ranks(Optional<Representative> rule, ScratchArrays kept) throws IOException {
            ranks = kept.cells(all);
            units = kept.cells(all);
            for (int d = 0; d < all; d++) {
                if (isRanked(d)) {
                    units.set(size++, d);
                }
            }
            for (IntToLongFunction key : keys(rule)) {
                sort(key, kept);
            }
            for (int r = 0; r < size; r++) {
                ranks.set(units.get(r), r + 1);
            }
        }

        /** Keys of units, the lowest first; the last key decides first. */
        private List<IntToLongFunction> keys(Optional<Representative> rule) {
            IntToLongFunction sum = unit -> ~Double.doubleToLongBits(sum(unit));
            IntToLongFunction degree = unit -> 1L - direct.get(unit) - unitSize(unit);
            IntToLongFunction length = unit -> -pairs.minutiae(unit);
            if (rule.isEmpty()) {
                return leads.byId ? List.of() : List.of(leads::of, leads::key);
            }
            return switch (rule.get()) {
                case CENTRAL -> List.of(length, sum, degree);
                case LONGEST -> List.of(sum, degree, length);
                case OLDEST -> List.of(length, sum, degree, leads::key);
            };
        }

        /** Sorts the units by a key; equal keys keep their order. */
        private void sort(IntToLongFunction key, ScratchArrays kept) throws IOException {
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
}
