package io.whorl.lab.experiment;

import java.util.HashMap;
import java.util.Map;

/**
 * How well clusters agree with known groups. A document in no cluster is a cluster of its own. B-cubed figures (Bagga
 * and Baldwin 1998) are means over documents: the share of a document's cluster that is of its group, and the share of
 * its group that is in its cluster.
 *
 * @param recall B-cubed recall
 * @param adjustedRand the adjusted Rand index (Hubert and Arabie 1985): 1 for equal partitions, 0 as by chance
 * @param wrong those of them whose documents are of different groups
 */
public record ClusterQuality(
        double precision, double recall, double f1, double adjustedRand, int largest, long joined, long wrong) {
    /** Compares clusters with groups. */
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
        long joined =
                clusterSizes.values().stream().mapToLong(ClusterQuality::pairs).sum();
        long related =
                groupSizes.values().stream().mapToLong(ClusterQuality::pairs).sum();
        return new ClusterQuality(
                precision,
                recall,
                2 * precision * recall / (precision + recall),
                adjustedRand(right, joined, related, pairs(groups.size())),
                clusterSizes.values().stream().mapToInt(size -> size).max().orElse(0),
                joined,
                joined - right);
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
