package io.whorl.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.lab.cluster.ClusterLaboratory.PairGraph;
import io.whorl.measure.Measure;
import io.whorl.query.Pair;
import io.whorl.query.Pairs;
import io.whorl.query.PairsOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairGraphTest {
    private static final double THRESHOLD = 0.3;

    private static Set<Set<String>> partition(Map<String, String> clusterOf) {
        Map<String, Set<String>> clusters = new HashMap<>();
        clusterOf.forEach((id, cluster) ->
                clusters.computeIfAbsent(cluster, any -> new HashSet<>()).add(id));
        Set<Set<String>> sets = new HashSet<>(clusters.values());
        sets.removeIf(set -> set.size() == 1);
        return sets;
    }

    private static PairGraph chain() {
        PairGraph graph = new PairGraph();
        graph.add("a", "b", 0.6);
        graph.add("b", "a", 0.2);
        graph.add("b", "c", 0.7);
        graph.add("c", "d", 0.8);
        graph.add("d", "e", 0.9);
        graph.add("f", "g", 0.7);
        return graph;
    }

    @Test
    void componentsJoinChains() {
        assertEquals(Set.of(Set.of("a", "b", "c", "d", "e"), Set.of("f", "g")), partition(chain().components(0.6)));
        assertEquals(Set.of(Set.of("b", "c", "d", "e"), Set.of("f", "g")), partition(chain().components(0.7)));
        assertEquals(Set.of(), partition(chain().components(0.95)));
    }

    @Test
    void starsCutChains() {
        // d is the first star, with c and e; b and a are the second; nobody moves.
        assertEquals(Set.of(Set.of("c", "d", "e"), Set.of("a", "b"), Set.of("f", "g")), partition(chain().stars(0.6)));
    }

    @Test
    void aMemberMovesToItsBestStar() {
        PairGraph graph = new PairGraph();
        for (String leaf : Set.of("a1", "a2", "a3")) {
            graph.add("a", leaf, 0.5);
        }
        for (String leaf : Set.of("b1", "b2")) {
            graph.add("b", leaf, 0.5);
        }
        graph.add("a", "m", 0.5);
        graph.add("b", "m", 0.9);
        assertEquals(Set.of(Set.of("a", "a1", "a2", "a3"), Set.of("b", "b1", "b2", "m")), partition(graph.stars(0.4)));
    }

    @Test
    void clustersOfExactPairsAreThoseOfWhorl(@TempDir Path directory) throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            MadeCollection.chains(100, 1).documents().forEach(builder::add);
            builder.finish();
        }
        PairGraph graph = new PairGraph();
        try (Snapshot snapshot = Snapshot.open(index)) {
            try (Pairs pairs = snapshot.pairs(PairsOptions.builder()
                    .measure(Measure.RESEMBLANCE)
                    .minScore(0.1)
                    .build())) {
                while (pairs.hasNext()) {
                    Pair pair = pairs.next();
                    graph.add(pair.a(), pair.b(), pair.score());
                }
            }
            for (ClusterOptions.Link link : ClusterOptions.Link.values()) {
                ClusterOptions options = ClusterOptions.builder()
                        .measure(Measure.RESEMBLANCE)
                        .minScore(THRESHOLD)
                        .commonDf(ClusterOptions.NO_LIMIT)
                        .link(link)
                        .build();
                Set<Set<String>> expected = new HashSet<>();
                try (Clusters clusters = snapshot.clusters(options)) {
                    while (clusters.hasNext()) {
                        Set<String> ids = new HashSet<>();
                        clusters.next().forEach(member -> ids.add(member.id()));
                        expected.add(ids);
                    }
                }
                assertEquals(
                        expected,
                        partition(
                                link == ClusterOptions.Link.STAR
                                        ? graph.stars(THRESHOLD)
                                        : graph.components(THRESHOLD)));
            }
        }
    }
}
