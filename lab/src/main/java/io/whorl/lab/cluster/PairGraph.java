package io.whorl.lab.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Scored pairs of documents, and clusters of them, for systems that find only pairs. If a pair is added twice, the
 * higher score counts. Adding is thread-safe.
 */
final class PairGraph {
    private static final long[] NONE = {};

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> ids = new ArrayList<>();
    /** For each document its pairs: the number of the other document, and the bits of the score. */
    private final List<long[]> pairs = new ArrayList<>();

    private final List<Integer> sizes = new ArrayList<>();

    /**
     * Adds a pair.
     *
     * @param score not negative; kept as a float
     */
    synchronized void add(String a, String b, double score) {
        int first = number(a);
        int second = number(b);
        long bits = Float.floatToIntBits((float) score);
        push(first, (long) second << Integer.SIZE | bits);
        push(second, (long) first << Integer.SIZE | bits);
    }

    private int number(String id) {
        return numbers.computeIfAbsent(id, any -> {
            ids.add(id);
            pairs.add(NONE);
            sizes.add(0);
            return ids.size() - 1;
        });
    }

    private void push(int document, long pair) {
        int size = sizes.get(document);
        if (size == pairs.get(document).length) {
            pairs.set(document, Arrays.copyOf(pairs.get(document), Math.max(4, size * 3 / 2)));
        }
        pairs.get(document)[size] = pair;
        sizes.set(document, size + 1);
    }

    private static int other(long pair) {
        return (int) (pair >>> Integer.SIZE);
    }

    private static float score(long pair) {
        return Float.intBitsToFloat((int) pair);
    }

    /** Returns the best pair with each other document that reaches a score. */
    private long[] neighbours(int document, float minScore) {
        long[] sorted = Arrays.copyOf(pairs.get(document), sizes.get(document));
        // Scores are not negative, so their bits are in the order of the scores.
        Arrays.sort(sorted);
        int n = 0;
        for (int i = 0; i < sorted.length; i++) {
            boolean best = i + 1 == sorted.length || other(sorted[i]) != other(sorted[i + 1]);
            if (best && score(sorted[i]) >= minScore) {
                sorted[n++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, n);
    }

    /** Returns the name of the connected component of each document that has a pair with at least this score. */
    synchronized Map<String, String> components(double minScore) {
        int[] parents = IntStream.range(0, ids.size()).toArray();
        boolean[] joined = new boolean[parents.length];
        for (int d = 0; d < parents.length; d++) {
            for (long pair : neighbours(d, (float) minScore)) {
                joined[d] = true;
                parents[root(parents, d)] = root(parents, other(pair));
            }
        }
        Map<String, String> components = new HashMap<>();
        for (int d = 0; d < parents.length; d++) {
            if (joined[d]) {
                components.put(ids.get(d), ids.get(root(parents, d)));
            }
        }
        return components;
    }

    private static int root(int[] parents, int document) {
        int at = document;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }

    /**
     * Returns the star of each document that has a pair with at least this score, by the rule of Whorl's clusters:
     * documents with most neighbours first, then those with the higher sum of scores, then the smaller id; at the end
     * each member moves to its best star.
     */
    synchronized Map<String, String> stars(double minScore) {
        int documents = ids.size();
        long[][] neighbours = new long[documents][];
        double[] sums = new double[documents];
        for (int d = 0; d < documents; d++) {
            neighbours[d] = neighbours(d, (float) minScore);
            for (long pair : neighbours[d]) {
                sums[d] += score(pair);
            }
        }
        List<Integer> order = new ArrayList<>();
        for (int d = 0; d < documents; d++) {
            if (neighbours[d].length > 0) {
                order.add(d);
            }
        }
        order.sort(Comparator.<Integer>comparingInt(d -> -neighbours[d].length)
                .thenComparingDouble(d -> -sums[d])
                .thenComparing(ids::get));
        int[] star = new int[documents];
        Arrays.fill(star, -1);
        for (int d : order) {
            if (star[d] < 0) {
                star[d] = d;
                for (long pair : neighbours[d]) {
                    star[other(pair)] = star[other(pair)] < 0 ? d : star[other(pair)];
                }
            }
        }
        Map<String, String> stars = new HashMap<>();
        for (int d : order) {
            stars.put(ids.get(d), ids.get(star[d] == d ? d : best(d, neighbours[d], star)));
        }
        return stars;
    }

    /** Returns the representative with which a member scores highest; its own one wins ties. */
    private static int best(int member, long[] neighbours, int[] star) {
        int best = star[member];
        float most = -1;
        for (long pair : neighbours) {
            boolean own = other(pair) == star[member];
            if (star[other(pair)] == other(pair) && (score(pair) > most || own && score(pair) == most)) {
                most = score(pair);
                best = other(pair);
            }
        }
        return best;
    }
}
