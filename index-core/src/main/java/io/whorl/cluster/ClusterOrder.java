package io.whorl.cluster;

import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchSpace;
import java.io.IOException;

/**
 * The clusters of at least two documents, by number: the largest first, then by the rank of the representative.
 * Immutable after construction.
 */
final class ClusterOrder {
    /** For each unit 1 plus the number of its cluster; 0 if it is in none. */
    private final ScratchInts numbers;
    /** By cluster. */
    private final ScratchInts representatives;

    private final ScratchInts sizes;
    private final ScratchInts units;
    private final int clusters;
    private long clustered;

    /**
     * Groups the units that have a rank.
     *
     * @param links for stars, the links of members to representatives; components need none
     */
    ClusterOrder(
            PairGraph graph,
            Ranks ranks,
            ClusterOptions.Link link,
            Links links,
            PairScratch kept,
            long memory,
            ScratchSpace space)
            throws IOException {
        numbers = kept.cells(graph.documents());
        ScratchInts byKey = kept.cells(graph.documents());
        ScratchInts rankByKey = kept.cells(graph.documents());
        for (int r = ranks.size() - 1; r >= 0; r--) {
            int unit = ranks.unit(r);
            int key = key(graph, link, links, unit);
            byKey.set(key, byKey.get(key) + graph.size(unit));
            // The last one set has the highest rank. A representative of a star may not: members may have moved to it.
            boolean star = link == ClusterOptions.Link.STAR;
            rankByKey.set(key, star ? ranks.of(key) : r);
        }
        try (LongTriples order = new LongTriples(memory, space)) {
            int n = 0;
            for (int r = 0; r < ranks.size(); r++) {
                int key = key(graph, link, links, ranks.unit(r));
                if (rankByKey.get(key) == r && byKey.get(key) > 1) {
                    order.add(-byKey.get(key), r, key);
                    n++;
                }
            }
            order.sort();
            clusters = n;
            representatives = kept.cells(n);
            sizes = kept.cells(n);
            units = kept.cells(n);
            for (int k = 0; order.next(); k++) {
                representatives.set(k, ranks.unit((int) order.second()));
                sizes.set(k, (int) -order.first());
                clustered += -order.first();
                byKey.set(order.third(), -1 - k);
            }
        }
        for (int r = 0; r < ranks.size(); r++) {
            int unit = ranks.unit(r);
            int k = -1 - byKey.get(key(graph, link, links, unit));
            if (k >= 0) {
                numbers.set(unit, k + 1);
                units.set(k, units.get(k) + 1);
            }
        }
    }

    /** The unit that stands for the cluster of a unit. */
    private static int key(PairGraph graph, ClusterOptions.Link link, Links links, int unit) {
        if (link == ClusterOptions.Link.COMPONENTS) {
            return graph.components().root(unit);
        }
        return links.has(unit) ? links.other(unit) : unit;
    }

    int clusters() {
        return clusters;
    }

    /** The number of documents in clusters. */
    long clustered() {
        return clustered;
    }

    /** The cluster of a unit, from 0; −1 if it is in none. */
    int number(int unit) {
        return numbers.get(unit) - 1;
    }

    /** The unit that represents a cluster. */
    int representative(int number) {
        return representatives.get(number);
    }

    /** The number of documents. */
    int size(int number) {
        return sizes.get(number);
    }

    /** The number of units. */
    int units(int number) {
        return units.get(number);
    }

    ScratchInts numbers() {
        return numbers;
    }

    ScratchInts representatives() {
        return representatives;
    }
}
