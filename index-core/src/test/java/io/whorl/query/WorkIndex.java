package io.whorl.query;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** An index with many pairs and clusters, and what searches find in it as lines, for tests of work that is resumed. */
final class WorkIndex {
    private WorkIndex() {}

    static void build(Path index, int documents) throws IOException {
        RandomCorpus.index(
                index,
                Scheme.builder().granularity(2).build(),
                RandomCorpus.of(11, documents, 90),
                BuildOptions.DEFAULT.threads(1));
    }

    static PairsOptions pairs(Path work) {
        return PairsOptions.DEFAULT
                .minScore(0.1)
                .maxDf(PairsOptions.ALL)
                .memory(PairsOptions.MIN_MEMORY)
                .work(work)
                .resume(true);
    }

    static ClusterOptions clusters(Path work) {
        return ClusterOptions.DEFAULT
                .minScore(0.2)
                .memory(ClusterOptions.MIN_MEMORY)
                .work(work)
                .resume(true);
    }

    static List<String> lines(Pairs pairs) {
        List<String> lines = new ArrayList<>();
        pairs.forEachRemaining(p -> lines.add(p.a() + " " + p.b() + " " + p.score() + " " + p.shared() + " "
                + p.family().map(Collection::size).orElse(0)));
        lines.add(pairs.families() + " families, " + pairs.ignored());
        return lines;
    }

    static List<String> lines(Clusters clusters) {
        List<String> lines = new ArrayList<>();
        while (clusters.hasNext()) {
            Cluster c = clusters.next();
            lines.add(c.number() + " " + c.size() + " " + c.leastScore() + " " + c.leastPair() + " " + c.chained());
            for (Member m : c) {
                lines.add(m.id() + " " + m.score() + " " + m.to());
            }
        }
        lines.add(clusters.clustered() + " of " + clusters.documents() + ", " + clusters.ignored());
        return lines;
    }
}
