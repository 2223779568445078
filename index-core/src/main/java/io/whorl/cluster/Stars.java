package io.whorl.cluster;

import io.whorl.pairs.LongTriples;
import io.whorl.store.ScratchSpace;
import java.io.IOException;

/**
 * Chooses the representatives of stars, and links every member to one. In the order of the ranks, each unit that is not
 * a member yet becomes a representative, and the units of lower rank that score enough with it become members. Then
 * each member moves to the representative with which it scores highest. All passes are sequential over sorted pairs.
 */
final class Stars {
    private final PairGraph graph;
    private final Ranks ranks;
    private final Links links;
    /** True if a member moves to representatives of higher rank only. */
    private final boolean upwards;

    private Stars(PairGraph graph, Ranks ranks, Links links, boolean upwards) {
        this.graph = graph;
        this.ranks = ranks;
        this.links = links;
        this.upwards = upwards;
    }

    /** @param links receives the links of members; a unit without a link is a representative */
    static void link(PairGraph graph, Ranks ranks, Links links, long memory, ScratchSpace space) throws IOException {
        Stars stars = new Stars(graph, ranks, links, false);
        stars.choose(memory, space);
        stars.moveToBest();
    }

    /** The same, but the representative of a member always has a higher rank than the member. */
    static void linkUpwards(PairGraph graph, Ranks ranks, Links links, long memory, ScratchSpace space)
            throws IOException {
        Stars stars = new Stars(graph, ranks, links, true);
        stars.choose(memory, space);
        stars.moveToBest();
    }

    private void choose(long memory, ScratchSpace space) throws IOException {
        try (LongTriples byRank = new LongTriples(memory, space)) {
            for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
                int a = ranks.of(pair.a());
                int b = ranks.of(pair.b());
                // Only the unit of higher rank can be the representative: it is decided first.
                if (b < a || graph.measure().symmetric()) {
                    byRank.add(Math.min(a, b), Math.max(a, b), Double.doubleToLongBits(pair.score()));
                }
            }
            byRank.sort();
            while (byRank.next()) {
                int unit = ranks.unit((int) byRank.first());
                int other = ranks.unit((int) byRank.second());
                // All pairs of a unit with units of higher rank come before its pairs with units of lower rank.
                if (!links.has(unit) && !links.has(other)) {
                    links.set(other, unit, Double.longBitsToDouble(byRank.third()));
                }
            }
        }
    }

    private void moveToBest() throws IOException {
        for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
            move(pair.a(), pair.b(), pair.score());
            if (graph.measure().symmetric()) {
                move(pair.b(), pair.a(), pair.score());
            }
        }
    }

    private void move(int unit, int representative, double score) {
        if (!links.has(unit) || links.has(representative)) {
            return;
        }
        if (upwards && ranks.of(representative) > ranks.of(unit)) {
            return;
        }
        double current = links.score(unit);
        if (score > current || score == current && ranks.of(representative) < ranks.of(links.other(unit))) {
            links.set(unit, representative, score);
        }
    }
}
