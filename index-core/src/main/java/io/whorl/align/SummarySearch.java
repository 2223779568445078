package io.whorl.align;

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

    private final Pair pair;
    private final int[] stems;
    private int from;
    private int to;

    SummarySearch(Pair pair) {
        this.pair = pair;
        stems = pair.a.stem();
    }

    /** @param local the passages found otherwise */
    Optional<Box> find(List<Box> local) {
        if (stems.length == 0 || pair.b.length() == 0) {
            return Optional.empty();
        }
        best(rate(0, 0));
        double score = best(rate(from, to));
        Box summary = new Box(from, to, firstInB(), lastInB() + 1, score);
        return isSummary(summary, local) ? Optional.of(summary) : Optional.empty();
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
