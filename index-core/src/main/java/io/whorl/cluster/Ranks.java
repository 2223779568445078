package io.whorl.cluster;

import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchSpace;
import java.io.IOException;
import java.util.List;

/**
 * The order in which units become representatives. Central: by the number of other documents that score enough with
 * them, highest first, then by the sum of the scores of other units, then by the number of minutiae. Longest: the same,
 * but minutiae first. Oldest: the same, but the date first. Ties are ordered by id. Survivors have the order of their
 * rule. Units without another document have no rank. Immutable after construction.
 */
final class Ranks {
    private final PairGraph graph;
    /** For each unit 1 plus its rank; 0 if it has none. */
    private final ScratchInts ranks;

    private final ScratchInts units;
    private int size;

    /** Gives the key of a unit; lower keys come first. */
    interface Key {
        long of(int unit);
    }

    Ranks(
            PairGraph graph,
            ClusterOptions.Representative rule,
            ClusterDates dates,
            PairScratch kept,
            long memory,
            ScratchSpace space)
            throws IOException {
        this(graph, keys(graph, rule, dates), kept, memory, space);
    }

    /** @param keys the last one decides first */
    Ranks(PairGraph graph, List<Key> keys, PairScratch kept, long memory, ScratchSpace space) throws IOException {
        this.graph = graph;
        ranks = kept.cells(graph.documents());
        units = kept.cells(graph.documents());
        for (int d = 0; d < graph.documents(); d++) {
            if (graph.isRanked(d)) {
                units.set(size++, d);
            }
        }
        for (Key key : keys) {
            sort(key, memory, space);
        }
        for (int r = 0; r < size; r++) {
            ranks.set(units.get(r), r + 1);
        }
    }

    private static List<Key> keys(PairGraph graph, ClusterOptions.Representative rule, ClusterDates dates) {
        Key sum = unit -> ~Double.doubleToLongBits(graph.sum(unit));
        Key degree = unit -> 1L - graph.direct(unit) - graph.size(unit);
        Key length = unit -> -graph.minutiae(unit);
        Key age = unit -> dates.key(graph.oldest(unit, dates));
        return switch (rule) {
            case CENTRAL -> List.of(length, sum, degree);
            case LONGEST -> List.of(sum, degree, length);
            case OLDEST -> List.of(length, sum, degree, age);
        };
    }

    /** Sorts the units by a key; equal keys keep their order. */
    private void sort(Key key, long memory, ScratchSpace space) throws IOException {
        try (LongTriples order = new LongTriples(memory, space)) {
            for (int r = 0; r < size; r++) {
                int unit = units.get(r);
                order.add(key.of(unit), r, unit);
            }
            order.sort();
            for (int r = 0; order.next(); r++) {
                units.set(r, (int) order.third());
            }
        }
    }

    /** The number of units with a rank. */
    int size() {
        return size;
    }

    /** The unit of a rank, from 0. */
    int unit(int rank) {
        return units.get(rank);
    }

    /** The rank of a unit, from 0; −1 if it has none. */
    int of(int unit) {
        return ranks.get(unit) - 1;
    }
}
