package io.whorl.align;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Groups of points without a gap in either text: points are cut where neighbours by i, or by j, are more than
 * {@code gap} content words apart, until neither order has such a gap.
 */
final class Clusters {
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
                limited |= work <= 0 && (parts.size() > 1 || !range.whole);
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
