package io.whorl.align;

import io.whorl.align.VerbatimRuns.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

    /** Joins boxes and the runs outside them that follow each other. A run that is not joined is left out again. */
    static List<Box> joinWithRuns(List<Box> boxes, PreparedText a, PreparedText b, List<Run> runs) {
        Bins<Box> found = new Bins<>(a.length());
        boxes.forEach(box -> found.add(box.aFrom(), box.aTo(), box));
        List<Box> all = new ArrayList<>(boxes);
        Set<Box> added = new HashSet<>();
        for (Run run : runs) {
            Box box = new Box(
                    a.contentAt[run.a()],
                    a.contentAt[run.a() + run.words()],
                    b.contentAt[run.b()],
                    b.contentAt[run.b() + run.words()],
                    run.words());
            if (box.aLength() > 0
                    && box.bLength() > 0
                    && !found.anyNear(
                            box.aFrom(), box.aTo(), other -> box.aOverlap(other) > 0 && box.bOverlap(other) > 0)) {
                all.add(box);
                added.add(box);
            }
        }
        List<Box> joined = new ArrayList<>(PassageSearch.withoutOverlaps(join(all), a.length()));
        joined.removeIf(added::contains);
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
