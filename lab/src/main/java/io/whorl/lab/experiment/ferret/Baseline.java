package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * C of texts that were written independently in a large body of text (LMD 6.3, table 7): nine texts, evenly spaced, are
 * taken out and held against the rest.
 *
 * @param restWords words of the rest
 * @param meanWords words of a text taken out
 * @param containments of the texts taken out, ascending
 * @param lowest the text of the lowest
 */
record Baseline(long restWords, double meanWords, List<Double> containments, String lowest) {
    private static final int TAKEN = 9;

    Baseline {
        containments = List.copyOf(containments);
    }

    /** The nine in the middle of their stretches, as one might choose them. */
    static Baseline of(List<Paper> papers) {
        return from(papers, Spaced.step(papers.size(), TAKEN) / 2);
    }

    /** C of all texts, as each of the ways to take nine at even distances out gives it, ascending. */
    static List<Double> everyWay(List<Paper> papers) {
        List<Double> all = new ArrayList<>();
        for (int first = 0; first < Spaced.step(papers.size(), TAKEN); first++) {
            all.addAll(from(papers, first).containments());
        }
        Collections.sort(all);
        return all;
    }

    private static Baseline from(List<Paper> papers, int first) {
        List<Paper> taken = Spaced.of(papers, TAKEN, first);
        List<Paper> rest = Spaced.without(papers, taken);
        Source source = new Source(rest);
        return new Baseline(
                rest.stream().mapToLong(Paper::words).sum(),
                taken.stream().mapToLong(Paper::words).average().orElse(0),
                taken.stream().map(source::containment).sorted().toList(),
                taken.stream()
                        .min(Comparator.comparingDouble(source::containment))
                        .map(Paper::id)
                        .orElse(""));
    }

    /** How many of the figures are no less than a threshold. */
    static long atLeast(double threshold, List<Double> containments) {
        return containments.stream().filter(each -> each >= threshold).count();
    }
}
