package io.whorl.align;

import io.whorl.align.VerbatimRuns.Box;
import io.whorl.align.VerbatimRuns.Run;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds a part of the first text that is a summary of the second text: nearly all of its stems occur in the second
 * text, spread over it. Such words are nowhere close together, so seeds do not find them.
 */
final class SummarySearch {
    private static final double LEAST_RATE = 0.05;
    private static final double MOST_RATE = 0.7;
    /** Share of the words of a summary that occur in the second text. */
    private static final double SUMMARY_RATE = 0.85;

    private static final double BORDER = 1;
    private static final double LEAST_SCORE = 22;
    private static final int LEAST_CHARS = 300;
    private static final double LEAST_MATCHED = 0.6;
    /** A summary is at least this many times shorter than the place that it summarises. */
    private static final double LEAST_RATIO = 2.5;

    private static final int BIN = 20;
    private static final double LEAST_BINS = 0.75;
    /** A passage that covers this share of the summary, or scores this share of its score, explains it better. */
    private static final double MOST_COVERED = 0.8;

    private static final double MOST_LOCAL_SCORE = 0.85;

    /** A sure summary scores more than those of clean pairs on one topic. */
    private static final double SURE_SCORE = 35;
    /** If the text has this share of matching words elsewhere, the topic explains them. */
    private static final double SURE_RATE = 0.35;
    /** The stems of more content words are in nearly every stretch of the second text by chance. */
    private static final int SURE_LENGTH = 120;

    private static final double SURE_RATIO = 4;
    /** A run of this many words is copied, not summarised. */
    private static final int SURE_RUN = 16;

    private final Pair pair;
    private final boolean sureOnly;
    private final int[] stems;
    private int from;
    private int to;

    /** @param sureOnly whether a common topic must not explain the summary */
    SummarySearch(Pair pair, boolean sureOnly) {
        this.pair = pair;
        this.sureOnly = sureOnly;
        stems = pair.a.stem();
    }

    /**
     * Finds the best summary.
     *
     * @param local the passages found otherwise
     * @param runs all verbatim runs
     */
    Optional<Box> find(List<Box> local, List<Run> runs) {
        if (stems.length == 0
                || pair.b.length() == 0
                || sureOnly && pair.a.text().language.isEmpty()) {
            return Optional.empty();
        }
        best(rate(0, 0));
        double outside = rate(from, to);
        double score = best(outside);
        Box summary = new Box(from, to, firstInB(), lastInB() + 1, score);
        return isSummary(summary, local) && (!sureOnly || isSure(summary, outside, runs))
                ? Optional.of(summary)
                : Optional.empty();
    }

    private boolean isSure(Box summary, double outside, List<Run> runs) {
        if (outside >= SURE_RATE
                || summary.score() < SURE_SCORE
                || summary.aLength() > SURE_LENGTH
                || summary.bLength() < SURE_RATIO * summary.aLength()) {
            return false;
        }
        int[] contentAt = pair.a.text().contentAt;
        return runs.stream()
                .noneMatch(run -> run.words() >= SURE_RUN
                        && Box.overlap(
                                        contentAt[run.a()],
                                        contentAt[run.a() + run.words()],
                                        summary.aFrom(),
                                        summary.aTo())
                                > 0);
    }

    private boolean isSummary(Box summary, List<Box> local) {
        PreparedText a = pair.a.text();
        int chars = a.words.endChar[a.wordOf[to - 1]] - a.words.startChar[a.wordOf[from]];
        if (summary.score() < LEAST_SCORE
                || chars < LEAST_CHARS
                || matched() < LEAST_MATCHED * summary.aLength()
                || summary.bLength() < LEAST_RATIO * summary.aLength()
                || bins() < LEAST_BINS * ((pair.b.length() + BIN - 1) / BIN)) {
            return false;
        }
        for (Box box : local) {
            int covered = box.aOverlap(summary);
            if (covered >= MOST_COVERED * summary.aLength()
                    || covered > 0 && box.score() >= MOST_LOCAL_SCORE * summary.score()) {
                return false;
            }
        }
        return true;
    }

    /** The share of words with a partner, outside an interval. */
    private double rate(int without, int withoutTo) {
        int matched = 0;
        int all = 0;
        for (int i = 0; i < stems.length; i++) {
            if (i < without || i >= withoutTo) {
                matched += stems[i] >= 0 ? 1 : 0;
                all++;
            }
        }
        return Math.max(LEAST_RATE, Math.min(MOST_RATE, all == 0 ? MOST_RATE : (double) matched / all));
    }

    private double best(double rate) {
        double summaryRate = Math.max(SUMMARY_RATE, rate + LEAST_RATE);
        double match = Math.log(summaryRate / rate);
        double miss = Math.log((1 - summaryRate) / (1 - rate));
        boolean[] border = pair.a.border();
        double sum = Double.NEGATIVE_INFINITY;
        double best = Double.NEGATIVE_INFINITY;
        int start = 0;
        for (int i = 0; i < stems.length; i++) {
            double anew = border[i] ? BORDER : 0;
            if (anew >= sum) {
                sum = anew;
                start = i;
            }
            sum += stems[i] >= 0 ? match : miss;
            double whole = sum + (border[i + 1] ? BORDER : 0);
            if (whole > best) {
                best = whole;
                from = start;
                to = i + 1;
            }
        }
        return best;
    }

    private int matched() {
        int matched = 0;
        for (int i = from; i < to; i++) {
            matched += stems[i] >= 0 ? 1 : 0;
        }
        return matched;
    }

    private BitSet stemsOfSummary() {
        BitSet found = new BitSet(pair.shared());
        for (int i = from; i < to; i++) {
            if (stems[i] >= 0) {
                found.set(stems[i]);
            }
        }
        return found;
    }

    /** Stretches of the second text that have a stem of the summary. */
    private int bins() {
        BitSet found = stemsOfSummary();
        BitSet bins = new BitSet();
        int[] other = pair.b.stem();
        for (int j = 0; j < other.length; j++) {
            if (other[j] >= 0 && found.get(other[j])) {
                bins.set(j / BIN);
            }
        }
        return bins.cardinality();
    }

    private int firstInB() {
        BitSet found = stemsOfSummary();
        int j = 0;
        while (j < pair.b.length() - 1
                && (pair.b.stem()[j] < 0 || !found.get(pair.b.stem()[j]))) {
            j++;
        }
        return j;
    }

    private int lastInB() {
        BitSet found = stemsOfSummary();
        int j = pair.b.length() - 1;
        while (j > 0 && (pair.b.stem()[j] < 0 || !found.get(pair.b.stem()[j]))) {
            j--;
        }
        return j;
    }
}
