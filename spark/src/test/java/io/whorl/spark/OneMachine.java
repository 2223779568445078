package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.Survivors;
import io.whorl.cluster.Survivors.Dropped;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.spark.GroupSample.Document;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The answers of an index that one machine builds: sorted lines of JSON, as the commands write them. */
final class OneMachine {
    private OneMachine() {}

    static void build(Path index, List<Document> documents, Scheme scheme, Duplicates duplicates) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT
                .duplicates(duplicates)
                .repeatedIds(RepeatedIds.FIRST)
                .threads(1);
        try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
            for (Document document : documents) {
                builder.add(
                        document.id(),
                        document.text().getBytes(StandardCharsets.UTF_8),
                        Optional.ofNullable(document.date()));
            }
            builder.finish();
        }
    }

    private static String score(Measure measure, double score) {
        return measure == Measure.SHARED ? Long.toString((long) score) : Double.toString(score);
    }

    private static String figure(String name, OptionalDouble value) {
        return value.isPresent() ? ",\"" + name + "\":" + value.getAsDouble() : "";
    }

    static List<String> pairs(Path index, SimilarityOptions options) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Snapshot snapshot = Snapshot.open(index);
                Pairs pairs = snapshot.pairs(options)) {
            while (pairs.hasNext()) {
                Pair p = pairs.next();
                String family = p.family()
                        .map(f -> {
                            List<String> ids = new ArrayList<>();
                            f.forEach(id -> ids.add('"' + id + '"'));
                            return ",\"family\":" + f.size() + ",\"members\":[" + String.join(",", ids) + "]";
                        })
                        .orElse("");
                lines.add("{\"a\":\"" + p.a() + "\",\"b\":\"" + p.b() + "\",\"score\":"
                        + score(options.measure(), p.score()) + ",\"shared\":" + p.shared()
                        + figure("resemblance", p.resemblance()) + figure("containment", p.containment())
                        + figure("contained", p.contained()) + family + "}");
            }
        }
        return lines.stream().sorted().toList();
    }

    static List<String> clusters(Path index, SimilarityOptions options) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Snapshot snapshot = Snapshot.open(index);
                Clusters clusters = snapshot.clusters(options)) {
            while (clusters.hasNext()) {
                Cluster cluster = clusters.next();
                for (Member member : cluster) {
                    lines.add("{\"cluster\":" + cluster.number() + ",\"size\":" + cluster.size() + ",\"id\":\""
                            + member.id() + "\",\"representative\":\"" + cluster.representative() + "\",\"score\":"
                            + score(options.measure(), member.score()) + "}");
                }
            }
        }
        return lines.stream().sorted().toList();
    }

    static List<String> dedup(Path index, SimilarityOptions options) throws IOException {
        List<String> lines = new ArrayList<>();
        dedup(index, options, lines::add);
        return lines.stream().sorted().toList();
    }

    /** Receives lines. */
    interface Lines {
        void add(String line) throws IOException;
    }

    static void dedup(Path index, SimilarityOptions options, Lines lines) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index);
                Survivors survivors = snapshot.survivors(options)) {
            while (survivors.hasNext()) {
                Dropped d = survivors.next();
                lines.add("{\"drop\":\"" + d.drop() + "\",\"keep\":\"" + d.keep() + "\",\"cluster\":" + d.cluster()
                        + ",\"score\":" + score(options.measure(), d.score()) + ",\"measure\":\""
                        + options.measure().label() + "\"}");
            }
        }
    }

    /** The figures of clusters by the names that Spark gives them. */
    static Map<String, Long> clusterFigures(Path index, SimilarityOptions options) throws IOException {
        Map<String, Long> figures = new TreeMap<>();
        try (Snapshot snapshot = Snapshot.open(index);
                Clusters clusters = snapshot.clusters(options)) {
            figures.put("documents", clusters.documents());
            figures.put("clusters", clusters.clusters());
            figures.put("clustered", clusters.clustered());
            figures.put("ignoredMinutiae", clusters.ignored().minutiae());
            figures.put("ignoredLists", clusters.ignored().lists());
            figures.put("ignoredPostings", clusters.ignored().postings());
            figures.put("mostlyIgnored", clusters.ignored().documents());
            figures.put("commonMinutiae", clusters.commonMinutiae());
            figures.put("mostlyCommon", clusters.mostlyCommon());
        }
        return figures;
    }

    /** The figures of survivors by the names that Spark gives them. */
    static Map<String, Long> dedupFigures(Path index, SimilarityOptions options) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index);
                Survivors survivors = snapshot.survivors(options)) {
            Survivors.Figures f = survivors.figures();
            Map<String, Long> figures = new TreeMap<>();
            figures.put("documents", f.documents());
            figures.put("dropped", f.dropped());
            figures.put("kept", f.kept());
            figures.put("clusters", f.clusters());
            figures.put("equalFingerprints", f.equal());
            figures.put("withoutMinutiae", f.withoutMinutiae());
            figures.put("words", f.words());
            figures.put("droppedWords", f.droppedWords());
            figures.put("withoutKey", f.withoutKey());
            figures.put("ignoredPostings", f.ignored().postings());
            return figures;
        }
    }
}
