package io.whorl.lab.cluster;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Member;
import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.index.Searcher;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Rival;
import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.rival.Documents;
import io.whorl.lab.rival.MinHashBands;
import io.whorl.lab.rival.RivalIndexes;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes clusters of a collection by Whorl and by rivals, and judges them by known groups. */
public final class ClusterLaboratory {
    /** A rival's best matches of each document; documents of larger groups are joined through others. */
    private static final int TOP = 500;

    private static final String STARS = name(ClusterOptions.Link.STAR);
    private static final String COMPONENTS = name(ClusterOptions.Link.COMPONENTS);

    private final Documents documents;
    private final Map<String, String> groups;
    private final int threads;

    /**
     * A line of a table.
     *
     * @param system the system and its settings
     * @param link how documents are joined
     * @param minScore the threshold
     */
    public record Row(String system, String link, double minScore, ClusterQuality quality) {}

    /** @param groups the group of every document */
    public ClusterLaboratory(Documents documents, Map<String, String> groups, int threads) {
        this.documents = documents;
        this.groups = groups;
        this.threads = threads;
    }

    /**
     * Judges stars and components of an index.
     *
     * @param options the measure and the frequency limit
     */
    public List<Row> whorl(String system, Scheme scheme, ClusterOptions options, List<Double> thresholds)
            throws IOException {
        Path folder = Files.createTempDirectory("whorl-lab");
        try {
            Path index = folder.resolve("index");
            build(index, scheme);
            List<Row> rows = new ArrayList<>();
            try (Snapshot snapshot = Snapshot.open(index)) {
                for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
                    for (double threshold : thresholds) {
                        ClusterOptions own = options.toBuilder()
                                .link(link)
                                .minScore(threshold)
                                .threads(threads)
                                .build();
                        rows.add(row(system, name(link), threshold, clusters(snapshot, own)));
                    }
                }
            }
            return rows;
        } finally {
            Folders.delete(folder);
        }
    }

    private static String name(ClusterOptions.Link link) {
        return link.name().toLowerCase(Locale.ROOT);
    }

    private void build(Path index, Scheme scheme) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(
                index, scheme, BuildOptions.builder().threads(threads).build())) {
            documents.forEach(builder::add);
            builder.finish();
        }
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
    public List<Row> rival(Rival rival, List<Double> thresholds) throws IOException {
        RivalScheme scheme = RivalScheme.of(rival, Map.of(), List.of());
        Configuration configuration = new Configuration(
                "clusters",
                rival.label(),
                Map.of("system", rival.label()),
                Optional.empty(),
                Optional.of(scheme),
                rival.measures().get(0),
                Optional.empty(),
                QueryOptions.NO_LIMIT,
                Optional.empty());
        Path folder = Files.createTempDirectory("whorl-lab");
        double least = Collections.min(thresholds);
        PairGraph graph = new PairGraph();
        try (LabIndex index = RivalIndexes.build(configuration, documents, threads, folder.resolve("index"))) {
            Searcher searcher = index.searcher(configuration);
            Parallel.forEach(documents::forEachNumbered, threads, document -> {
                Matches found = searcher.search(document.utf8(), TOP);
                double whole = whole(rival, found);
                for (Match match : found.matches()) {
                    if (match.score() / whole >= least && !match.id().equals(document.id())) {
                        graph.add(document.id(), match.id(), match.score() / whole);
                    }
                }
            });
        } finally {
            Folders.delete(folder);
        }
        List<Row> rows = new ArrayList<>();
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
    public List<Row> bands(List<Double> thresholds) throws IOException {
        MinHashBands bands = MinHashBands.of(documents, threads);
        List<Row> rows = new ArrayList<>();
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
}
