package io.whorl.cli.html;

import io.whorl.cli.output.Amount;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Clusters;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * How much of the clusters a page holds, so that a browser can open it.
 *
 * @param clusters the number of clusters, from the largest
 * @param members the members of a cluster, at most
 * @param edges the pairs of a cluster, at most
 */
record PageLimits(long clusters, long members, long edges) {
    /** Clusters of a page. */
    static final long MOST_CLUSTERS = 100_000;
    /** Members, and pairs, of all clusters. */
    private static final long MOST_IN_ALL = 2_000_000;

    private static final long[] MEMBERS = {10_000, 3_000, 1_000, 300, 100, 30, 20};
    private static final long[] EDGES = {2_000, 1_000, 500, 200, 100, 50, 20};

    /** Returns limits that keep the whole page within its size: the same ones for every cluster. */
    static PageLimits of(Clusters clusters, long wanted) {
        long shown = Math.min(Math.min(wanted, MOST_CLUSTERS), clusters.clusters());
        return new PageLimits(
                shown,
                limit(clusters, shown, MEMBERS, Cluster::size),
                limit(clusters, shown, EDGES, c -> c.size() * (c.size() - 1) / 2));
    }

    private static long limit(Clusters clusters, long shown, long[] limits, ToLongFunction<Cluster> size) {
        for (long limit : limits) {
            long sum = 0;
            Iterator<Cluster> all = clusters.all();
            for (long n = 0; n < shown && sum <= MOST_IN_ALL; n++) {
                sum += Math.min(limit, size.applyAsLong(all.next()));
            }
            if (sum <= MOST_IN_ALL) {
                return limit;
            }
        }
        return limits[limits.length - 1];
    }

    /** Returns what these limits leave out, in sentences. */
    List<String> notes(Clusters all) {
        List<String> notes = new ArrayList<>();
        if (clusters < all.clusters()) {
            notes.add("the page shows the " + Amount.of(clusters, "largest cluster", "largest clusters") + " of "
                    + Amount.of(all.clusters(), "cluster"));
        }
        if (clusters > 0 && all.all().next().size() > members) {
            notes.add("the page lists at most " + Amount.of(members, "member") + " of a cluster, and up to "
                    + Amount.of(edges, "pair") + "; --format json lists all members, and --edges all pairs");
        }
        return notes;
    }
}
