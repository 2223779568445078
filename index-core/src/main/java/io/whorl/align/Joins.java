package io.whorl.align;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Joins passages that follow each other in both texts, with fewer words between them than the shorter one has: edits
 * split a long passage where they are dense.
 */
final class Joins {
    /** Content words that may always lie between passages that are joined. */
    private static final int LEAST_GAP = 12;

    private Joins() {}

    static List<Box> join(List<Box> boxes) {
        List<Box> sorted = new ArrayList<>(boxes);
        sorted.sort(Comparator.comparingInt(Box::aFrom).thenComparingInt(Box::bFrom));
        List<Box> joined = new ArrayList<>();
        for (Box box : sorted) {
            Box last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && isOne(last, box)) {
                joined.set(joined.size() - 1, union(last, box));
            } else {
                joined.add(box);
            }
        }
        return joined;
    }

    private static boolean isOne(Box left, Box right) {
        int aGap = right.aFrom() - left.aTo();
        int bGap = right.bFrom() - left.bTo();
        int shorter = Math.min(Math.min(left.aLength(), right.aLength()), Math.min(left.bLength(), right.bLength()));
        int most = Math.max(LEAST_GAP, shorter);
        return bGap > -shorter && aGap > -shorter && aGap <= most && bGap <= most;
    }

    private static Box union(Box left, Box right) {
        return new Box(
                Math.min(left.aFrom(), right.aFrom()),
                Math.max(left.aTo(), right.aTo()),
                Math.min(left.bFrom(), right.bFrom()),
                Math.max(left.bTo(), right.bTo()),
                left.score() + right.score());
    }
}
