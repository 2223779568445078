package io.whorl.lab.experiment;

import io.whorl.cluster.Cluster;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Member;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.FigureTable;
import io.whorl.lab.run.Configuration;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.LabIndex;
import io.whorl.lab.run.LabIndex.Searcher;
import io.whorl.lab.run.MinHashBands;
import io.whorl.lab.run.Rival;
import io.whorl.lab.run.WhorlIndex;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * Makes clusters of a collection by Whorl and by rivals, and judges them by known groups.
 *
 * @param groups the group of every document
 */
public record ClusterLaboratory(Documents documents, Map<String, String> groups, List<Double> thresholds, int threads) {
    /** A rival's best matches of each document; documents of larger groups are joined through others. */
    private static final int TOP = 500;

    private static final String STARS = name(ClusterOptions.Link.STAR);
    private static final String COMPONENTS = name(ClusterOptions.Link.COMPONENTS);

    /** A line of a table. */
    public record Row(String system, String link, double minScore, ClusterQuality quality) {}

    /** Judges stars and components of an index. */
    public List<Row> whorl(String system, Scheme scheme, ClusterOptions options) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Scratch scratch = Folders.scratch()) {
            WhorlIndex.build(scheme, documents, threads, scratch.resolve("index"));
            try (Snapshot snapshot = Snapshot.open(scratch.resolve("index"))) {
                for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
                    for (double threshold : thresholds) {
                        ClusterOptions own =
                                options.link(link).minScore(threshold).threads(threads);
                        rows.add(row(system, name(link), threshold, clusters(snapshot, own)));
                    }
                }
            }
        }
        return rows;
    }

    private static String name(ClusterOptions.Link link) {
        return link.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, String> clusters(Snapshot snapshot, ClusterOptions options) {
        Map<String, String> clusterOf = new HashMap<>();
        try (Clusters clusters = snapshot.clusters(options)) {
            while (clusters.hasNext()) {
                Cluster cluster = clusters.next();
                for (Member member : cluster) {
                    clusterOf.put(member.id(), Long.toString(cluster.number()));
                }
            }
        }
        return clusterOf;
    }

    /** Judges stars and components of the pairs that a rival finds when every document is a query. */
    public List<Row> rival(Rival rival) throws IOException {
        Configuration advised = Grid.parse("clusters", "system = " + rival.label(), Path.of(""))
                .configurations()
                .get(0);
        double least = Collections.min(thresholds);
        List<Row> rows = new ArrayList<>();
        PairGraph graph = new PairGraph();
        try (Scratch scratch = Folders.scratch();
                LabIndex index = LabIndex.build(advised, documents, threads, scratch.resolve("index"))) {
            Searcher searcher = index.searcher(advised);
            Parallel.forEach(documents::forEachNumbered, threads, document -> {
                Matches found = searcher.search(document.utf8(), TOP);
                double whole = whole(rival, found);
                for (Match match : found.matches()) {
                    if (match.score() / whole >= least && !match.id().equals(document.id())) {
                        graph.add(document.id(), match.id(), match.score() / whole);
                    }
                }
            });
        }
        for (double threshold : thresholds) {
            rows.add(row(rival.label(), STARS, threshold, graph.stars(threshold)));
        }
        for (double threshold : thresholds) {
            rows.add(row(rival.label(), COMPONENTS, threshold, graph.components(threshold)));
        }
        return rows;
    }

    /** Returns the score that counts as 1. Signatures are compared as a share already. */
    private static double whole(Rival rival, Matches found) {
        return switch (rival) {
            // Lucene counts the components that are equal.
            case LUCENE_MINHASH -> found.minutiae();
            // No document fits a query better than its own text.
            case LUCENE_MORE_LIKE_THIS ->
                found.matches().isEmpty() ? 1 : found.matches().get(0).score();
            default -> 1;
        };
    }

    /**
     * Judges clusters of candidates that share a band of a MinHash signature. The shape of the bands depends on the
     * threshold, and is part of the name of the system. The links {@code stars} and {@code components} use only
     * candidates whose signatures agree enough; {@code candidates} are components of all, as many tools make them.
     */
    public List<Row> bands() throws IOException {
        List<Row> rows = new ArrayList<>();
        MinHashBands bands = MinHashBands.of(documents, threads);
        for (double threshold : thresholds) {
            MinHashBands.Shape shape = MinHashBands.Shape.of(threshold);
            PairGraph graph = new PairGraph();
            bands.candidates(shape, graph::add);
            String system = "minhash, " + shape.bands() + " bands of " + shape.rows();
            rows.add(row(system, STARS, threshold, graph.stars(threshold)));
            rows.add(row(system, COMPONENTS, threshold, graph.components(threshold)));
            rows.add(row(system, "candidates", threshold, graph.components(0)));
        }
        return rows;
    }

    private Row row(String system, String link, double threshold, Map<String, String> clusters) {
        return new Row(system, link, threshold, ClusterQuality.of(clusters, groups));
    }

    public FigureTable table(List<Row> rows) {
        return new Columns<Row>()
                .add("system", Row::system)
                .add("link", Row::link)
                .add("threshold", 2, Row::minScore)
                .add("precision", 4, row -> row.quality.precision())
                .add("recall", 4, row -> row.quality.recall())
                .add("F1", 4, row -> row.quality.f1())
                .add("adjusted Rand", 4, row -> row.quality.adjustedRand())
                .add("largest", row -> row.quality.largest())
                .add("joined pairs", row -> row.quality.joined())
                .add("wrong pairs", row -> row.quality.wrong())
                .table(
                        "clusters",
                        "Clusters of " + groups.size() + " documents in " + new HashSet<>(groups.values()).size()
                                + " groups",
                        rows,
                        "Precision, recall and F1 are B-cubed. The adjusted Rand index is 0 by chance.",
                        "A joined pair is two documents of one cluster; it is wrong if they are of different groups.",
                        "Clusters of a rival join each document with its best 500 matches.",
                        "Candidates share a band of a MinHash signature; their scores are not checked.");
    }

    /**
     * Scored pairs of documents, and clusters of them, for systems that find only pairs. If a pair is added twice, the
     * higher score counts. Adding is thread-safe.
     */
    static final class PairGraph {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> ids = new ArrayList<>();
        /** For each document its pairs: the number of the other document, and the bits of the score. */
        private final List<LongArrayList> pairs = new ArrayList<>();

        /** @param score not negative; kept as a float */
        synchronized void add(String a, String b, double score) {
            int first = number(a);
            int second = number(b);
            long bits = Float.floatToIntBits((float) score);
            pairs.get(first).addLong((long) second << Integer.SIZE | bits);
            pairs.get(second).addLong((long) first << Integer.SIZE | bits);
        }

        private int number(String id) {
            return numbers.computeIfAbsent(id, any -> {
                ids.add(id);
                pairs.add(new LongArrayList());
                return ids.size() - 1;
            });
        }

        private static int other(long pair) {
            return (int) (pair >>> Integer.SIZE);
        }

        private static float score(long pair) {
            return Float.intBitsToFloat((int) pair);
        }

        /** Returns the best pair with each other document that reaches a score. */
        private long[] neighbours(int document, float minScore) {
            long[] sorted = pairs.get(document).toLongArray();
            // Scores are not negative, so their bits are in the order of the scores.
            Arrays.sort(sorted);
            int n = 0;
            for (int i = 0; i < sorted.length; i++) {
                boolean best = i + 1 == sorted.length || other(sorted[i]) != other(sorted[i + 1]);
                if (best && score(sorted[i]) >= minScore) {
                    sorted[n++] = sorted[i];
                }
            }
            return Arrays.copyOf(sorted, n);
        }

        /** Returns the name of the connected component of each document that has a pair with at least this score. */
        synchronized Map<String, String> components(double minScore) {
            int[] parents = IntStream.range(0, ids.size()).toArray();
            boolean[] joined = new boolean[parents.length];
            for (int d = 0; d < parents.length; d++) {
                for (long pair : neighbours(d, (float) minScore)) {
                    joined[d] = true;
                    parents[root(parents, d)] = root(parents, other(pair));
                }
            }
            Map<String, String> components = new HashMap<>();
            for (int d = 0; d < parents.length; d++) {
                if (joined[d]) {
                    components.put(ids.get(d), ids.get(root(parents, d)));
                }
            }
            return components;
        }

        private static int root(int[] parents, int document) {
            int at = document;
            while (parents[at] != at) {
                parents[at] = parents[parents[at]];
                at = parents[at];
            }
            return at;
        }

        /**
         * Returns the star of each document that has a pair with at least this score, by the rule of Whorl's clusters:
         * documents with most neighbours first, then those with the higher sum of scores, then the smaller id; at the
         * end each member moves to its best star.
         */
        synchronized Map<String, String> stars(double minScore) {
            int documents = ids.size();
            long[][] neighbours = new long[documents][];
            double[] sums = new double[documents];
            for (int d = 0; d < documents; d++) {
                neighbours[d] = neighbours(d, (float) minScore);
                for (long pair : neighbours[d]) {
                    sums[d] += score(pair);
                }
            }
            List<Integer> order = new ArrayList<>();
            for (int d = 0; d < documents; d++) {
                if (neighbours[d].length > 0) {
                    order.add(d);
                }
            }
            order.sort(Comparator.<Integer>comparingInt(d -> -neighbours[d].length)
                    .thenComparingDouble(d -> -sums[d])
                    .thenComparing(ids::get));
            int[] star = new int[documents];
            Arrays.fill(star, -1);
            for (int d : order) {
                if (star[d] < 0) {
                    star[d] = d;
                    for (long pair : neighbours[d]) {
                        star[other(pair)] = star[other(pair)] < 0 ? d : star[other(pair)];
                    }
                }
            }
            Map<String, String> stars = new HashMap<>();
            for (int d : order) {
                stars.put(ids.get(d), ids.get(star[d] == d ? d : best(d, neighbours[d], star)));
            }
            return stars;
        }

        /** Returns the representative with which a member scores highest; its own one wins ties. */
        private static int best(int member, long[] neighbours, int[] star) {
            int best = star[member];
            float most = -1;
            for (long pair : neighbours) {
                boolean own = other(pair) == star[member];
                if (star[other(pair)] == other(pair) && (score(pair) > most || own && score(pair) == most)) {
                    most = score(pair);
                    best = other(pair);
                }
            }
            return best;
        }
    }
}
