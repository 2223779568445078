package io.whorl.lab;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.LabIndex.Searcher;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.lab.SignatureIndex.MinHashBands;
import io.whorl.lab.Texts.Tsv;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes clusters of a collection by Whorl and by rivals, and judges them by known groups.
 *
 * @param groups the group of every document
 */
public record ClusterLaboratory(Documents documents, Map<String, String> groups, List<Double> thresholds, int threads) {
    /** A rival's best matches of each document; documents of larger groups are joined through others. */
    private static final int TOP = 500;
    /** The words of a chunk of the signatures that are cut into bands. */
    private static final int BAND_WORDS = 4;

    private static final String STARS = Labels.of(SimilarityOptions.Link.STAR);
    private static final String COMPONENTS = Labels.of(SimilarityOptions.Link.COMPONENTS);

    public record Row(String system, String link, double minScore, ClusterQuality quality) {}

    public List<Row> whorl(String system, Scheme scheme, SimilarityOptions options) throws IOException {
        return WhorlIndex.ask(scheme, documents, threads, index -> {
            List<Row> rows = new ArrayList<>();
            for (SimilarityOptions.Link link : SimilarityOptions.Link.values()) {
                for (double threshold : thresholds) {
                    SimilarityOptions own =
                            options.link(link).minScore(threshold).threads(threads);
                    rows.add(row(system, Labels.of(link), threshold, clusters(index, own)));
                }
            }
            return rows;
        });
    }

    private static Map<String, String> clusters(Snapshot snapshot, SimilarityOptions options) {
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
        thresholds.forEach(at -> rows.add(row(rival.label(), STARS, at, graph.stars(at))));
        thresholds.forEach(at -> rows.add(row(rival.label(), COMPONENTS, at, graph.components(at))));
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
        MinHashBands bands = new MinHashBands(documents, MinHashBands.HASHES, BAND_WORDS, threads);
        for (double threshold : thresholds) {
            MinHashBands.Shape shape = MinHashBands.Shape.of(threshold, MinHashBands.HASHES);
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
                .table("clusters", rows, groups.size(), new HashSet<>(groups.values()).size());
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
            pairs.get(first).addLong(((long) second << Integer.SIZE) | bits);
            pairs.get(second).addLong(((long) first << Integer.SIZE) | bits);
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
                    parents[MinHashBands.root(parents, d)] = MinHashBands.root(parents, other(pair));
                }
            }
            Map<String, String> components = new HashMap<>();
            for (int d = 0; d < parents.length; d++) {
                if (joined[d]) {
                    components.put(ids.get(d), ids.get(MinHashBands.root(parents, d)));
                }
            }
            return components;
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
            List<Integer> order = IntStream.range(0, documents)
                    .boxed()
                    .filter(d -> neighbours[d].length > 0)
                    .sorted(Comparator.<Integer>comparingInt(d -> -neighbours[d].length)
                            .thenComparingDouble(d -> -sums[d])
                            .thenComparing(ids::get))
                    .toList();
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

    /**
     * How well clusters agree with known groups. A document in no cluster is a cluster of its own. B-cubed figures
     * (Bagga and Baldwin 1998) are means over documents: the share of a document's cluster that is of its group, and
     * the share of its group that is in its cluster.
     *
     * @param recall B-cubed recall
     * @param adjustedRand the adjusted Rand index (Hubert and Arabie 1985): 1 for equal partitions, 0 as by chance
     * @param wrong those of them whose documents are of different groups
     */
    public record ClusterQuality(
            double precision, double recall, double f1, double adjustedRand, int largest, long joined, long wrong) {
        public static ClusterQuality of(Map<String, String> clusters, Map<String, String> groups) {
            Map<String, Integer> clusterSizes = new HashMap<>();
            Map<String, Integer> groupSizes = new HashMap<>();
            Map<String, Map<String, Integer>> both = new HashMap<>();
            groups.forEach((document, group) -> {
                // The space keeps documents in no cluster apart from names of clusters.
                String cluster = clusters.containsKey(document) ? clusters.get(document) : " " + document;
                clusterSizes.merge(cluster, 1, Integer::sum);
                groupSizes.merge(group, 1, Integer::sum);
                both.computeIfAbsent(cluster, any -> new HashMap<>()).merge(group, 1, Integer::sum);
            });
            double precision = 0;
            double recall = 0;
            long right = 0;
            for (Map.Entry<String, Map<String, Integer>> cluster : both.entrySet()) {
                for (Map.Entry<String, Integer> part : cluster.getValue().entrySet()) {
                    double n = part.getValue();
                    precision += n * n / clusterSizes.get(cluster.getKey());
                    recall += n * n / groupSizes.get(part.getKey());
                    right += pairs(part.getValue());
                }
            }
            precision /= groups.size();
            recall /= groups.size();
            long joined = pairs(clusterSizes);
            long related = pairs(groupSizes);
            return new ClusterQuality(
                    precision,
                    recall,
                    2 * precision * recall / (precision + recall),
                    adjustedRand(right, joined, related, pairs(groups.size())),
                    clusterSizes.values().stream().mapToInt(size -> size).max().orElse(0),
                    joined,
                    joined - right);
        }

        private static long pairs(Map<String, Integer> sizes) {
            return sizes.values().stream().mapToLong(ClusterQuality::pairs).sum();
        }

        private static long pairs(int n) {
            return (long) n * (n - 1) / 2;
        }

        private static double adjustedRand(double right, double joined, double related, double all) {
            double chance = all == 0 ? 0 : joined * related / all;
            double most = (joined + related) / 2;
            return most == chance ? 1 : (right - chance) / (most - chance);
        }
    }

    /**
     * Judges the JSON lines that the command {@code clusters} has written, and gives the figures of BGMZ 7 for them.
     */
    public static final class JudgedClusters {
        private final Map<String, String> groups = new HashMap<>();
        private final Map<String, String> clusterOf = new HashMap<>();
        private final Map<String, Cluster> clusters = new HashMap<>();

        /** The documents of a cluster, and whether all of them equal the representative. */
        private static final class Cluster {
            private int size;
            private boolean identical = true;
            private final Set<String> groups = new HashSet<>();
        }

        /**
         * Reads both files.
         *
         * @param truth lines of a document and its group, separated by a tab; more columns are ignored
         */
        public static JudgedClusters read(Path lines, Path truth) throws IOException {
            JudgedClusters judged = new JudgedClusters();
            // Few distinct names of groups are kept.
            Map<String, String> names = new HashMap<>();
            for (Tsv.Row row : Tsv.read(truth, "file", "group").rows()) {
                judged.groups.put(row.field("file"), names.computeIfAbsent(row.field("group"), name -> name));
            }
            Folders.jsonLines(lines, Line.class, line -> judged.add(line, lines));
            return judged;
        }

        private record Line(String cluster, String id, Double score) {}

        private void add(Line line, Path lines) {
            String group = groups.get(line.id);
            if (line.cluster == null || group == null || line.score == null) {
                throw new LabException(
                        lines + " has a record without cluster, score and the id of a document with a group: " + line);
            }
            Cluster cluster = clusters.computeIfAbsent(line.cluster, any -> new Cluster());
            cluster.size++;
            cluster.identical &= line.score == 1;
            cluster.groups.add(group);
            clusterOf.put(line.id, line.cluster);
        }

        public FigureTable table() {
            Map<String, Integer> sizes = new HashMap<>();
            groups.values().forEach(group -> sizes.merge(group, 1, Integer::sum));
            List<Cluster> all = List.copyOf(clusters.values());
            List<Cluster> pure = all.stream().filter(c -> c.groups.size() == 1).toList();
            long whole = pure.stream()
                    .filter(c -> c.size == sizes.get(c.groups.iterator().next()))
                    .count();
            List<Cluster> identical = all.stream().filter(c -> c.identical).toList();
            long inIdentical = identical.stream().mapToLong(c -> c.size).sum();
            long related = sizes.values().stream().filter(size -> size > 1).count();
            long clustered = clusterOf.size();
            long twos = all.stream().filter(c -> c.size == 2).count();
            ClusterQuality quality = ClusterQuality.of(clusterOf, groups);
            List<Row> rows = List.of(
                    new Row("documents", groups.size(), groups.size()),
                    new Row("clusters", clusters.size(), clusters.size()),
                    new Row("documents in clusters", clustered, groups.size()),
                    new Row("clusters of equal fingerprints only", identical.size(), clusters.size()),
                    new Row("documents in these", inIdentical, clustered),
                    new Row("clusters of two documents", twos, clusters.size()),
                    new Row("documents in these", 2 * twos, clustered),
                    new Row("documents of the largest cluster", quality.largest(), clustered),
                    new Row("clusters of one group only", pure.size(), clusters.size()),
                    new Row("groups of two or more documents", related, related),
                    new Row("groups that are exactly a cluster", whole, related),
                    new Row("pairs of documents in one cluster", quality.joined(), quality.joined()),
                    new Row("of these, of different groups", quality.wrong(), quality.joined()));
            return new Columns<Row>()
                    .add("figure", Row::figure)
                    .add("number", Row::number)
                    .add("share", row -> Figures.share(row.number, row.of, 4))
                    .table(
                            "judged-clusters",
                            rows,
                            quality.precision(),
                            quality.recall(),
                            quality.f1(),
                            quality.adjustedRand());
        }

        private record Row(String figure, long number, long of) {}
    }

    /** Documents made of random words, with known groups. The same arguments give the same documents. */
    public static final class MadeCollection {
        private static final int VOCABULARY = 20_000;
        private static final int TEMPLATES = 5;
        private static final int WORDS = 300;
        /** The share of a document that is its template, in percent. */
        private static final int TEMPLATE_SHARE = 60;
        /** One document in so many is a version of the one before it. */
        private static final int VERSIONS = 10;

        private static final int CHAIN = 20;
        /** The share of the words that each document of a chain replaces, in percent. */
        private static final int STEP = 15;

        private final Map<String, List<String>> texts = new LinkedHashMap<>();
        private final Map<String, String> groups = new LinkedHashMap<>();
        private final Random random;

        private MadeCollection(long seed) {
            random = new Random(seed);
        }

        /**
         * Makes documents of different content. Each is in one of five templates, which is 60 % of its words, split
         * around the content as the navigation of a page is. One document in ten is a version of another: it replaces a
         * tenth of the content. A group is a document with its version.
         */
        public static MadeCollection templated(int documents, long seed) {
            MadeCollection made = new MadeCollection(seed);
            List<List<String>> templates = new ArrayList<>();
            for (int i = 0; i < TEMPLATES; i++) {
                templates.add(made.words(WORDS * TEMPLATE_SHARE / 100));
            }
            List<String> content = List.of();
            for (int i = 0; i < documents; i++) {
                boolean version = i % VERSIONS == VERSIONS - 1;
                content = version ? made.edited(content, 10) : made.words(WORDS * (100 - TEMPLATE_SHARE) / 100);
                int t = version ? (i - 1) % TEMPLATES : i % TEMPLATES;
                List<String> template = templates.get(t);
                List<String> text = new ArrayList<>(template.subList(0, template.size() / 2));
                text.addAll(content);
                text.addAll(template.subList(template.size() / 2, template.size()));
                made.add("template-" + t + "/" + String.format("%06d", i), text, "content-" + (version ? i - 1 : i));
            }
            return made;
        }

        /**
         * Makes chains of gradually changed texts: each document replaces a run of 15 % of the words of the one before.
         * The group is the part of the chain that shares half of its words with the first of the part.
         */
        public static MadeCollection chains(int documents, long seed) {
            MadeCollection made = new MadeCollection(seed);
            List<String> text = List.of();
            for (int i = 0; i < documents; i++) {
                int chain = i / CHAIN;
                int place = i % CHAIN;
                text = place == 0 ? made.words(WORDS) : made.replaced(text, place);
                made.add(
                        String.format("chain-%05d/%02d", chain, place),
                        text,
                        "chain-" + chain + "/" + place * STEP / 50);
            }
            return made;
        }

        private void add(String id, List<String> text, String group) {
            texts.put(id, text);
            groups.put(id, group);
        }

        private List<String> words(int n) {
            return Stream.generate(this::word).limit(n).toList();
        }

        private String word() {
            return Integer.toString(VOCABULARY + random.nextInt(VOCABULARY), Character.MAX_RADIX);
        }

        private List<String> edited(List<String> text, int percent) {
            List<String> edited = new ArrayList<>(text);
            for (int i = 0; i < text.size() * percent / 100; i++) {
                edited.set(random.nextInt(text.size()), word());
            }
            return edited;
        }

        private List<String> replaced(List<String> text, int step) {
            List<String> replaced = new ArrayList<>(text);
            int from = step * STEP % 100 * text.size() / 100;
            for (int i = 0; i < text.size() * STEP / 100; i++) {
                replaced.set((from + i) % text.size(), word());
            }
            return replaced;
        }

        public Documents documents() {
            return taker -> {
                for (Map.Entry<String, List<String>> each : texts.entrySet()) {
                    taker.accept(
                            each.getKey(), String.join(" ", each.getValue()).getBytes(StandardCharsets.UTF_8));
                }
            };
        }

        public Map<String, String> groups() {
            return Map.copyOf(groups);
        }
    }
}
