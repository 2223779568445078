package io.whorl.align;

import io.whorl.align.SeedFinder.Points;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the passages that two texts share, word by word or reworded, as intervals of content words. */
final class PassageSearch {
    private static final Comparator<Box> BY_SCORE = Comparator.comparingDouble(Box::score)
            .reversed()
            .thenComparingInt(Box::aFrom)
            .thenComparingInt(Box::bFrom)
            .thenComparingInt(Box::aTo)
            .thenComparingInt(Box::bTo);

    private static final Comparator<Box> BY_DENSITY = Comparator.comparingDouble(
                    (Box box) -> box.score() / (box.aLength() + box.bLength()))
            .reversed()
            .thenComparing(BY_SCORE);
    /** All refinements together read at first at most this many times all content words. */
    private static final int MOST_READS = 64;

    private static final int LEAST_READS = 1 << 20;

    private final Pair pair;
    private final Tuning tuning;
    private final SeedFinder seeds;
    private final Refinement refinement;
    private final double leastScore;

    /** True if a limit was reached, so that passages may be missing or inexact. */
    boolean limited;

    private int aFrom;
    private int aTo;
    private int bFrom;
    private int bTo;

    PassageSearch(Pair pair, Tuning tuning, SeedFinder seeds) {
        this.pair = pair;
        this.tuning = tuning;
        this.seeds = seeds;
        refinement = new Refinement(pair, tuning.border());
        leastScore = tuning.leastScore(pair.a.length());
    }

    /** Returns boxes that overlap little, best first. */
    List<Box> find() {
        Points points = seeds.of(pair);
        Clusters clusters = new Clusters(tuning.gap(), tuning.leastSeeds());
        List<Box> groups = clusters.of(points.points());
        limited = points.limited() || clusters.limited;
        List<Box> refined = new ArrayList<>();
        for (Box box : bounded(groups)) {
            Box better = refined(box);
            if (better.score() >= leastScore) {
                refined.add(better);
            }
        }
        List<Box> kept = withoutOverlaps(refined, pair.a.length());
        return tuning.join() ? withoutOverlaps(Joins.join(kept), pair.a.length()) : kept;
    }

    /** Hostile texts can have more groups than words: leaves out those with the fewest seeds for their length. */
    private List<Box> bounded(List<Box> boxes) {
        long most = (long) MOST_READS * pair.length + LEAST_READS;
        long length = 0;
        for (Box box : boxes) {
            length += readBy(box);
        }
        if (length <= most) {
            return boxes;
        }
        limited = true;
        List<Box> sorted = new ArrayList<>(boxes);
        sorted.sort(BY_DENSITY);
        List<Box> bounded = new ArrayList<>();
        for (Box box : sorted) {
            most -= readBy(box);
            if (most < 0) {
                break;
            }
            bounded.add(box);
        }
        return bounded;
    }

    /** Content words that a refinement of the box reads at first. */
    private static long readBy(Box box) {
        return 3L * (box.aLength() + box.bLength()) + 4L * Refinement.MARGIN;
    }

    private Box refined(Box box) {
        set(box);
        double score = refine(box.score());
        return new Box(aFrom, aTo, bFrom, bTo, score);
    }

    private void set(Box box) {
        aFrom = box.aFrom();
        aTo = box.aTo();
        bFrom = box.bFrom();
        bTo = box.bTo();
    }

    private double refine(double given) {
        double score = given;
        for (int round = 0; round < tuning.rounds(); round++) {
            int[] old = {aFrom, aTo, bFrom, bTo};
            double scoreB = refinement.best(pair.b, bFrom, bTo, pair.a, aFrom, aTo, tuning.rate());
            bFrom = refinement.from;
            bTo = refinement.to;
            double scoreA = refinement.best(pair.a, aFrom, aTo, pair.b, bFrom, bTo, tuning.rate());
            aFrom = refinement.from;
            aTo = refinement.to;
            score = Math.min(scoreA, scoreB);
            if (isUnchanged(old)) {
                break;
            }
        }
        return score;
    }

    private boolean isUnchanged(int[] old) {
        return old[0] == aFrom && old[1] == aTo && old[2] == bFrom && old[3] == bTo;
    }

    /** Drops a box that overlaps a better one in both texts, or lies more than half within it in the first. */
    static List<Box> withoutOverlaps(List<Box> boxes, int aLength) {
        Bins<Box> bins = new Bins<>(aLength);
        List<Box> kept = new ArrayList<>();
        for (Box box : boxes.stream().sorted(BY_SCORE).toList()) {
            if (!bins.anyNear(box.aFrom(), box.aTo(), better -> isCovered(box, better))) {
                kept.add(box);
                bins.add(box.aFrom(), box.aTo(), box);
            }
        }
        return kept;
    }

    private static boolean isCovered(Box box, Box better) {
        int a = box.aOverlap(better);
        return a > 0 && box.bOverlap(better) > 0 || 2 * a > box.aLength();
    }
}
