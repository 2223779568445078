package io.whorl.align;

import io.whorl.align.VerbatimRuns.Run;
import java.util.List;

/**
 * Moves the borders of a passage to those of the verbatim runs in it. A long run ends exactly where copying ends. What
 * the passage has beyond its outermost runs is kept only if enough of its words have a partner there.
 */
final class RunBorders {
    /** Words beyond a run that are left out whatever they match. */
    private static final int NEAR = 6;
    /** Share of the words beyond a run that must have a partner. */
    private static final double LEAST_RATE = 0.5;

    private final PreparedText a;
    private final PreparedText b;
    private final List<Run> runs;
    /** Words of a run that decides about a border, at least. */
    private final int longRun;
    /** The last round in which each stem of b was seen. */
    private final int[] seenIn;

    private int round;

    RunBorders(PreparedText a, PreparedText b, List<Run> runs, int longRun) {
        this.a = a;
        this.b = b;
        this.runs = runs;
        this.longRun = longRun;
        seenIn = new int[b.stems.size()];
    }

    Words of(Words words) {
        Run first = null;
        Run last = null;
        Run lowest = null;
        Run highest = null;
        for (Run run : VerbatimRuns.within(runs, words.aFrom(), words.aTo())) {
            if (run.words() >= longRun && run.asWords().overlaps(words)) {
                first = first == null || run.a() < first.a() ? run : first;
                last = last == null || run.a() + run.words() > last.a() + last.words() ? run : last;
                lowest = lowest == null || run.b() < lowest.b() ? run : lowest;
                highest = highest == null || run.b() + run.words() > highest.b() + highest.words() ? run : highest;
            }
        }
        if (first == null) {
            return words;
        }
        int aFrom = first.a();
        int aTo = last.a() + last.words();
        int bFrom = lowest.b();
        int bTo = highest.b() + highest.words();
        Words left = new Words(words.aFrom(), aFrom, words.bFrom(), bFrom);
        Words right = new Words(aTo, words.aTo(), bTo, words.bTo());
        boolean keepLeft = isPart(left);
        boolean keepRight = isPart(right);
        return new Words(
                keepLeft ? Math.min(aFrom, words.aFrom()) : aFrom,
                keepRight ? Math.max(aTo, words.aTo()) : aTo,
                keepLeft ? Math.min(bFrom, words.bFrom()) : bFrom,
                keepRight ? Math.max(bTo, words.bTo()) : bTo);
    }

    /** True if the words beyond the runs are alike in both texts. */
    private boolean isPart(Words beyond) {
        int aWords = beyond.aTo() - beyond.aFrom();
        int bWords = beyond.bTo() - beyond.bFrom();
        if (aWords <= NEAR || bWords <= NEAR) {
            return false;
        }
        int aFrom = a.contentAt[beyond.aFrom()];
        int aTo = a.contentAt[beyond.aTo()];
        int bFrom = b.contentAt[beyond.bFrom()];
        int bTo = b.contentAt[beyond.bTo()];
        round++;
        for (int j = bFrom; j < bTo; j++) {
            seenIn[b.stem[j]] = round;
        }
        int matched = 0;
        for (int i = aFrom; i < aTo; i++) {
            int stem = b.stems.find(a.stems, a.stem[i]);
            matched += stem >= 0 && seenIn[stem] == round ? 1 : 0;
        }
        return matched >= LEAST_RATE * Math.max(aTo - aFrom, 1);
    }
}
