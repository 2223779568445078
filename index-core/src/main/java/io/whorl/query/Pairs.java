package io.whorl.query;

import java.util.List;

/**
 * The pairs found.
 *
 * @param pairs best first; ties by the ids
 * @param ignored distinct minutiae of the index that the document-frequency limit left out
 */
public record Pairs(List<Pair> pairs, long ignored) {
    public Pairs {
        pairs = List.copyOf(pairs);
    }
}
