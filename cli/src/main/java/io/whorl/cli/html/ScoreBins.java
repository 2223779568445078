package io.whorl.cli.html;

import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Edge;
import java.io.IOException;
import java.util.Iterator;

/** Distributions of scores in equal bins from 0 to the highest score. */
final class ScoreBins {
    private static final int BINS = 20;

    private final double highest;
    private final long[] pairs = new long[BINS];
    private final long[] members = new long[BINS];

    private ScoreBins(double highest) {
        this.highest = highest;
    }

    /**
     * Counts all pairs that reach the threshold.
     *
     * @param highest the highest possible score; without one, the highest score of a pair takes its place
     */
    static ScoreBins of(Clusters clusters, double highest) {
        Iterator<Edge> edges = clusters.edges();
        double top = highest;
        if (highest == Double.MAX_VALUE) {
            Iterator<Cluster> all = clusters.all();
            // Pairs come best first. Documents of equal fingerprints are in none.
            top = Math.max(
                    clusters.edges().hasNext() ? clusters.edges().next().score() : 1,
                    all.hasNext() ? all.next().leastScore() : 1);
        }
        ScoreBins bins = new ScoreBins(top);
        while (edges.hasNext()) {
            bins.pairs[bins.bin(edges.next().score())]++;
        }
        return bins;
    }

    private int bin(double score) {
        // A score of 0.3 is in the bin that begins there, although 0.3 / 1 * 20 may be less than 6.
        return Math.min(BINS - 1, (int) (score / highest * BINS + 1e-9));
    }

    /** Counts the score of a member with its representative, or with the document that joined it. */
    void addMember(double score) {
        members[bin(score)]++;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("highest", highest);
        json.writeFieldName("pairScores");
        json.writeArray(pairs, 0, BINS);
        json.writeFieldName("memberScores");
        json.writeArray(members, 0, BINS);
    }
}
