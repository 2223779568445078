package io.whorl.align;

import io.whorl.align.Aligner.Seeds;
import io.whorl.align.PassageSearch.Pair.Side;
import io.whorl.align.VerbatimRuns.Bins;
import io.whorl.align.VerbatimRuns.Box;
import io.whorl.internal.AlignmentTuning;
import io.whorl.internal.AlignmentTuning.SeedSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the passages that two texts share, word by word or reworded, as intervals of content words. One thread at a
 * time.
 *
 * <pre>
 * seeds ─► groups without a gap ─► borders, in turn in both texts ─► the best where they overlap ─► neighbours joined
 * </pre>
 *
 * <ol>
 *   <li>A seed is a point: word i of the first text, word j of the second. A box is an interval of each.
 *   <li>Every step bounds its work, because hostile texts have many seeds and groups. If a bound changes the result,
 *       {@link #limited} says so.
 * </ol>
 */
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
    private final AlignmentTuning tuning;
    private final SeedSource source;
    private final Refinement refinement;
    private final double leastScore;

    /** True if a limit was reached, so that passages may be missing or inexact. */
    boolean limited;

    PassageSearch(Pair pair, AlignmentTuning tuning, SeedSource source) {
        this.pair = pair;
        this.tuning = tuning;
        this.source = source;
        refinement = new Refinement(pair, tuning.border());
        leastScore = tuning.leastScore(pair.a.length());
    }

    /** Returns boxes that overlap little, best first. */
    List<Box> find() {
        PreparedText a = pair.a.text();
        PreparedText b = pair.b.text();
        Seeds seeds = source.of(a.words.utf8, a.contentAt, b.words.utf8, b.contentAt)
                .map(points -> new Seeds(points, false))
                .orElseGet(() -> Seeds.of(pair, tuning.distance(), tuning.mostOccurrences(), Seeds.MOST_POINTS));
        Clusters clusters = new Clusters(tuning.gap(), tuning.leastSeeds());
        List<Box> groups = clusters.of(seeds.points());
        limited = seeds.limited() || clusters.limited;
        List<Box> refined = new ArrayList<>();
        for (Box box : bounded(groups)) {
            Box better = refined(box);
            if (better.score() >= leastScore) {
                refined.add(better);
            }
        }
        List<Box> kept = withoutOverlaps(refined, pair.a.length());
        return tuning.join() ? withoutOverlaps(join(kept), pair.a.length()) : kept;
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

    private Box refined(Box group) {
        Box box = group;
        for (int round = 0; round < tuning.rounds(); round++) {
            Box old = box;
            double scoreB =
                    refinement.best(pair.b, old.bFrom(), old.bTo(), pair.a, old.aFrom(), old.aTo(), tuning.rate());
            int bFrom = refinement.from;
            int bTo = refinement.to;
            double scoreA = refinement.best(pair.a, old.aFrom(), old.aTo(), pair.b, bFrom, bTo, tuning.rate());
            box = new Box(refinement.from, refinement.to, bFrom, bTo, (scoreA + scoreB) / 2);
            if (box.contains(old) && old.contains(box)) {
                break;
            }
        }
        return box;
    }

    /** Drops a box that overlaps a better one in both texts, or lies more than half within it in the first. */
    static List<Box> withoutOverlaps(List<Box> boxes, int aLength) {
        return Bins.uncovered(
                boxes,
                BY_SCORE,
                aLength,
                false,
                (box, better) -> box.overlaps(better) || 2 * box.aOverlap(better) > box.aLength());
    }

    /**
     * Groups of points without a gap in either text: points are cut where neighbours by i, or by j, are more than
     * {@code gap} content words apart, until neither order has such a gap.
     */
    static final class Clusters {
        /** Hostile texts can split off one point at a time: no more splits after sorting this many times all points. */
        private static final int MOST_PASSES = 200;

        private final int gap;
        private final int leastPoints;

        /** True if groups were taken as they were, although they have gaps. */
        boolean limited;

        Clusters(int gap, int leastPoints) {
            this.gap = gap;
            this.leastPoints = leastPoints;
        }

        /** Returns the bounding boxes of all groups with enough points; their score is the number of points. */
        List<Box> of(long[] points) {
            List<Box> boxes = new ArrayList<>();
            Deque<Range> open = new ArrayDeque<>();
            open.push(new Range(0, points.length, true, false));
            long work = (long) MOST_PASSES * points.length;
            while (!open.isEmpty()) {
                Range range = open.pop();
                if (range.to - range.from < leastPoints) {
                    continue;
                }
                work -= range.to - range.from;
                List<Range> parts = parts(points, range);
                if (parts.size() > 1 && work > 0) {
                    parts.forEach(open::push);
                } else if (range.whole || work <= 0) {
                    limited |= parts.size() > 1 || !range.whole;
                    boxes.add(box(points, range));
                } else {
                    open.push(new Range(range.from, range.to, !range.byFirst, true));
                }
            }
            return boxes;
        }

        private List<Range> parts(long[] points, Range range) {
            rotate(points, range);
            Arrays.sort(points, range.from, range.to);
            List<Range> parts = new ArrayList<>(1);
            int from = range.from;
            for (int k = range.from + 1; k < range.to; k++) {
                if ((points[k] >>> 32) - (points[k - 1] >>> 32) > gap) {
                    parts.add(new Range(from, k, !range.byFirst, false));
                    from = k;
                }
            }
            parts.add(new Range(from, range.to, !range.byFirst, false));
            rotate(points, range);
            return parts;
        }

        /** Exchanges i and j of points that are to be sorted by j, or that have been. */
        private static void rotate(long[] points, Range range) {
            if (!range.byFirst) {
                for (int k = range.from; k < range.to; k++) {
                    points[k] = Long.rotateLeft(points[k], 32);
                }
            }
        }

        private static Box box(long[] points, Range range) {
            int aFrom = Integer.MAX_VALUE;
            int bFrom = Integer.MAX_VALUE;
            int aLast = 0;
            int bLast = 0;
            for (int k = range.from; k < range.to; k++) {
                int i = (int) (points[k] >>> 32);
                int j = (int) points[k];
                aFrom = Math.min(aFrom, i);
                aLast = Math.max(aLast, i);
                bFrom = Math.min(bFrom, j);
                bLast = Math.max(bLast, j);
            }
            return new Box(aFrom, aLast + 1, bFrom, bLast + 1, range.to - range.from);
        }

        /**
         * Points that are split next.
         *
         * @param byFirst true if they are sorted by i
         * @param whole true if they have no gap in the other order
         */
        private record Range(int from, int to, boolean byFirst, boolean whole) {}
    }

    /**
     * Finds the borders of a passage. Each content word of one text gets a score: the logarithm of how much more likely
     * it is within a passage, where a share {@code rate} of the words has a partner, than elsewhere, where words match
     * by chance. Borders are where the sum is largest. One thread at a time.
     */
    static final class Refinement {
        /** Subtracted from the occurrences of a stem: one of them is the word itself. */
        private static final double OWN = 0.7;
        /** A stem that occurs nowhere else still has a chance. */
        private static final double LEAST_OTHERS = 0.3;
        /** Content words beyond the interval, in addition to its length, that a passage may grow into at once. */
        static final int MARGIN = 25;

        private final Pair pair;
        /** The score of a passage border that is a sentence border. */
        private final double borderScore;
        /** Of each stem of the interval on the other side: the score of a match, and the occurrences there. */
        private final double[] match;

        private final int[] occurrences;
        private final int[] used;
        private final int[] marked;
        private int markedCount;

        /** The last result. */
        int from;

        int to;
        /** The border that {@link #reach} found. */
        private int reached;

        Refinement(Pair pair, double borderScore) {
            this.pair = pair;
            this.borderScore = borderScore;
            match = new double[pair.shared()];
            occurrences = new int[pair.shared()];
            used = new int[pair.shared()];
            marked = new int[pair.shared()];
        }

        /**
         * Finds the borders of an interval on side x, given one on side y: from its middle, the right border of largest
         * sum, and then the left one. A stem matches at most as often as it occurs on the other side.
         *
         * @return the sum; {@link #from} and {@link #to} are the borders
         */
        double best(Side x, int xFrom, int xTo, Side y, int yFrom, int yTo, double rate) {
            mark(y, yFrom, yTo, rate);
            int margin = xTo - xFrom + MARGIN;
            int low = Math.max(0, xFrom - margin);
            int high = Math.min(x.length(), xTo + margin);
            int middle = (xFrom + xTo) >>> 1;
            double miss = Math.log(1 - rate);
            double right = reach(x, middle, high, 1, miss);
            to = reached;
            for (int i = high - 1; i >= Math.max(to, middle); i--) {
                giveBack(x.stem()[i]);
            }
            double left = reach(x, middle, low, -1, miss);
            from = reached;
            unmark();
            return right + left;
        }

        /** The largest sum of the words from a border up to another one, in steps of 1 or −1; 0 if all are negative. */
        private double reach(Side x, int start, int end, int step, double miss) {
            boolean[] border = x.border();
            double sum = 0;
            double best = Double.NEGATIVE_INFINITY;
            reached = start;
            for (int i = start; i != end; ) {
                sum += take(x.stem()[step > 0 ? i : i - 1], miss);
                i += step;
                double whole = sum + (border[i] ? borderScore : 0);
                if (whole > best) {
                    best = whole;
                    reached = i;
                }
            }
            return Math.max(best, 0);
        }

        private double take(int stem, double miss) {
            if (stem < 0 || occurrences[stem] == 0) {
                return miss;
            }
            return ++used[stem] <= occurrences[stem] ? match[stem] : miss;
        }

        private void giveBack(int stem) {
            if (stem >= 0 && occurrences[stem] > 0) {
                used[stem]--;
            }
        }

        /**
         * Counts the stems of an interval. Their chance elsewhere follows from their occurrences in both texts. Those
         * of the passage do not count: the longer the interval, the larger the share of its occurrences, and of as many
         * in the other text, that is left out. Otherwise a copy of a whole text would look like chance.
         */
        private void mark(Side y, int yFrom, int yTo, double rate) {
            double length = yTo - yFrom;
            double share = length / y.length();
            for (int j = yFrom; j < yTo; j++) {
                int stem = y.stem()[j];
                if (stem >= 0 && occurrences[stem]++ == 0) {
                    marked[markedCount++] = stem;
                }
            }
            for (int k = 0; k < markedCount; k++) {
                int stem = marked[k];
                double others = Math.max(LEAST_OTHERS, pair.total[stem] - OWN - 2 * share * occurrences[stem]);
                double chance = -Math.expm1(-length * others / pair.length);
                match[stem] = Math.log1p(rate * (1 - chance) / chance);
            }
        }

        private void unmark() {
            for (int k = 0; k < markedCount; k++) {
                occurrences[marked[k]] = 0;
                used[marked[k]] = 0;
            }
            markedCount = 0;
        }
    }

    /** Content words that may always lie between passages that are joined. */
    private static final int LEAST_GAP = 12;

    /**
     * Joins passages that follow each other in both texts, with fewer words between them than the shorter one has:
     * edits split a long passage where they are dense.
     */
    static List<Box> join(List<Box> boxes) {
        List<Box> sorted = new ArrayList<>(boxes);
        sorted.sort(Comparator.comparingInt(Box::aFrom).thenComparingInt(Box::bFrom));
        List<Box> joined = new ArrayList<>();
        for (Box box : sorted) {
            Box last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && isOne(last, box)) {
                joined.set(joined.size() - 1, last.union(box));
            } else {
                joined.add(box);
            }
        }
        return joined;
    }

    /** Joins boxes and the runs outside them that follow each other. A run that is not joined is left out again. */
    static List<Box> joinWithRuns(List<Box> boxes, PreparedText a, PreparedText b, List<Box> runs) {
        Bins found = new Bins(a.length());
        boxes.forEach(box -> found.add(box.aFrom(), box.aTo(), box));
        List<Box> all = new ArrayList<>(boxes);
        Set<Box> added = new HashSet<>();
        for (Box run : runs) {
            Box box = new Box(
                    a.contentAt[run.aFrom()],
                    a.contentAt[run.aTo()],
                    b.contentAt[run.bFrom()],
                    b.contentAt[run.bTo()],
                    run.aLength());
            if (box.aLength() > 0 && box.bLength() > 0 && !found.anyNear(box.aFrom(), box.aTo(), box::overlaps)) {
                all.add(box);
                added.add(box);
            }
        }
        return withoutOverlaps(join(all), a.length()).stream()
                .filter(box -> !added.contains(box))
                .toList();
    }

    private static boolean isOne(Box left, Box right) {
        int aGap = right.aFrom() - left.aTo();
        int bGap = right.bFrom() - left.bTo();
        int shorter = Math.min(Math.min(left.aLength(), right.aLength()), Math.min(left.bLength(), right.bLength()));
        int most = Math.max(LEAST_GAP, shorter);
        return bGap > -shorter && aGap > -shorter && aGap <= most && bGap <= most;
    }

    /** The content words of two texts, with one numbering for the stems that both texts have. */
    static final class Pair {
        final Side a;
        final Side b;
        /** Occurrences of each shared stem in both texts together. */
        final int[] total;
        /** Content words of both texts together. */
        final int length;

        Pair(PreparedText a, PreparedText b) {
            int[] numberOf = new int[b.stems.size()];
            Arrays.fill(numberOf, -1);
            int[] stemA = new int[a.stems.size()];
            int shared = 0;
            for (int number = 0; number < stemA.length; number++) {
                int found = b.stems.find(a.stems, number);
                stemA[number] = found < 0 ? -1 : shared;
                if (found >= 0) {
                    numberOf[found] = shared++;
                }
            }
            this.a = new Side(a, renumbered(a.stem, stemA));
            this.b = new Side(b, renumbered(b.stem, numberOf));
            total = new int[shared];
            count(this.a.stem);
            count(this.b.stem);
            length = a.length() + b.length();
        }

        int shared() {
            return total.length;
        }

        private void count(int[] stems) {
            for (int stem : stems) {
                if (stem >= 0) {
                    total[stem]++;
                }
            }
        }

        private static int[] renumbered(int[] stems, int[] numbers) {
            int[] renumbered = new int[stems.length];
            for (int i = 0; i < stems.length; i++) {
                renumbered[i] = numbers[stems[i]];
            }
            return renumbered;
        }

        /**
         * One of the texts.
         *
         * @param stem the number of each content word's stem; -1 if the other text does not have it
         */
        record Side(PreparedText text, int[] stem) {
            int length() {
                return stem.length;
            }

            boolean[] border() {
                return text.border;
            }
        }
    }
}
