package io.whorl.lab.align;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds fragments of two texts whose sentences are alike: seeds are pairs of sentences with a large cosine and a large
 * Dice coefficient; a fragment is a group of seeds without a large gap in either text. If the whole fragments are not
 * alike, the group is split at smaller gaps.
 */
final class SentenceFragments {
    private static final double LEAST_COSINE = 0.33;
    private static final double LEAST_DICE = 0.33;
    /** Sentences without a seed within a fragment, at most. */
    private static final int GAP = 4;

    private static final int LEAST_GAP = 2;
    private static final double LEAST_FRAGMENT_COSINE = 0.34;

    private final SentenceVectors vectors;

    SentenceFragments(SentenceVectors vectors) {
        this.vectors = vectors;
    }

    /** A pair of sentences. */
    private record Seed(int a, int b) {}

    /** An interval of sentences in each text; ends are exclusive. */
    record Fragment(int aFrom, int aTo, int bFrom, int bTo) {}

    /** Returns fragments that do not overlap in the first text. */
    List<Fragment> find() {
        List<Fragment> found = new ArrayList<>();
        extend(seeds(), GAP, found);
        found.sort(Comparator.comparingInt(Fragment::aFrom)
                .thenComparingInt(Fragment::bFrom)
                .thenComparingInt(Fragment::aTo));
        List<Fragment> kept = new ArrayList<>();
        for (Fragment fragment : found) {
            Fragment last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
            if (last == null || last.aTo <= fragment.aFrom) {
                kept.add(fragment);
            } else if (quality(fragment, last) > quality(last, fragment)) {
                kept.set(kept.size() - 1, fragment);
            }
        }
        return kept;
    }

    private List<Seed> seeds() {
        Map<String, List<Integer>> sentencesOf = new HashMap<>();
        for (int b = 0; b < vectors.b.size(); b++) {
            for (String stem : vectors.b.get(b).keySet()) {
                sentencesOf.computeIfAbsent(stem, any -> new ArrayList<>()).add(b);
            }
        }
        List<Seed> seeds = new ArrayList<>();
        for (int a = 0; a < vectors.a.size(); a++) {
            Map<String, Double> vector = vectors.a.get(a);
            int[] common = new int[vectors.b.size()];
            for (String stem : vector.keySet()) {
                for (int b : sentencesOf.getOrDefault(stem, List.of())) {
                    common[b]++;
                }
            }
            for (int b = 0; b < common.length; b++) {
                Map<String, Double> other = vectors.b.get(b);
                if (2.0 * common[b] > LEAST_DICE * (vector.size() + other.size())
                        && SentenceVectors.cosine(vector, other) > LEAST_COSINE) {
                    seeds.add(new Seed(a, b));
                }
            }
        }
        return seeds;
    }

    private void extend(List<Seed> seeds, int gap, List<Fragment> found) {
        for (List<Seed> group : groups(seeds, gap)) {
            Fragment fragment = new Fragment(
                    group.stream().mapToInt(Seed::a).min().orElseThrow(),
                    group.stream().mapToInt(Seed::a).max().orElseThrow() + 1,
                    group.stream().mapToInt(Seed::b).min().orElseThrow(),
                    group.stream().mapToInt(Seed::b).max().orElseThrow() + 1);
            double cosine = SentenceVectors.cosine(
                    SentenceVectors.sum(vectors.a, fragment.aFrom, fragment.aTo),
                    SentenceVectors.sum(vectors.b, fragment.bFrom, fragment.bTo));
            if (cosine > LEAST_FRAGMENT_COSINE) {
                found.add(fragment);
            } else if (gap > LEAST_GAP) {
                extend(group, gap - 1, found);
            }
        }
    }

    /** Splits seeds at gaps in the first and in the second text in turn, until there are none. */
    private static List<List<Seed>> groups(List<Seed> seeds, int gap) {
        List<List<Seed>> groups = seeds.isEmpty() ? List.of() : List.of(seeds);
        for (int before = -1; before != groups.size(); ) {
            before = groups.size();
            groups = split(split(groups, gap, Comparator.comparingInt(Seed::a), true), gap, BY_B, false);
        }
        return groups;
    }

    private static final Comparator<Seed> BY_B = Comparator.comparingInt(Seed::b);

    private static List<List<Seed>> split(List<List<Seed>> groups, int gap, Comparator<Seed> order, boolean first) {
        List<List<Seed>> parts = new ArrayList<>();
        for (List<Seed> group : groups) {
            List<Seed> part = new ArrayList<>();
            int last = 0;
            for (Seed seed : group.stream().sorted(order).toList()) {
                int place = first ? seed.a : seed.b;
                if (!part.isEmpty() && place - last - 1 > gap) {
                    parts.add(part);
                    part = new ArrayList<>();
                }
                part.add(seed);
                last = place;
            }
            parts.add(part);
        }
        return parts;
    }

    /**
     * How well a fragment explains its sentences: those that another fragment has too (o) and the others (n): s(o) + (1
     * - s(o)) s(n), with the mean of the best cosine of each sentence.
     */
    private double quality(Fragment fragment, Fragment other) {
        int from = Math.max(fragment.aFrom, other.aFrom);
        int to = Math.min(fragment.aTo, other.aTo);
        double overlap = 0;
        double rest = 0;
        for (int a = fragment.aFrom; a < fragment.aTo; a++) {
            double best = 0;
            for (int b = fragment.bFrom; b < fragment.bTo; b++) {
                best = Math.max(best, SentenceVectors.cosine(vectors.a.get(a), vectors.b.get(b)));
            }
            if (a >= from && a < to) {
                overlap += best;
            } else {
                rest += best;
            }
        }
        int overlapping = to - from;
        int others = fragment.aTo - fragment.aFrom - overlapping;
        double ofOverlap = overlapping == 0 ? 0 : overlap / overlapping;
        return ofOverlap + (1 - ofOverlap) * (others == 0 ? 0 : rest / others);
    }
}
