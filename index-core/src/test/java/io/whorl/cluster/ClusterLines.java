package io.whorl.cluster;

import io.whorl.cluster.Cluster.Member;
import java.util.ArrayList;
import java.util.List;

/** Clusters as lines of text, for comparisons. */
public final class ClusterLines {
    private ClusterLines() {}

    public static List<String> of(Clusters clusters) {
        try (clusters) {
            return read(clusters);
        }
    }

    public static List<String> read(Clusters clusters) {
        List<String> lines = new ArrayList<>();
        while (clusters.hasNext()) {
            Cluster c = clusters.next();
            lines.add(cluster(c.number(), c.size(), c.representative(), c.leastScore(), c.leastPair(), c.chained()));
            for (Member m : c) {
                lines.add(member(m.id(), m.score(), m.to()));
            }
        }
        return lines;
    }

    static String cluster(
            long number, long size, String representative, double leastScore, double leastPair, long chained) {
        return "cluster " + number + " of " + size + ": " + representative + ", least " + leastScore + ", of a pair "
                + leastPair + ", chained " + chained;
    }

    static String member(String id, double score, String to) {
        return "  " + id + " " + score + " to " + to;
    }
}
