package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * C of independently written texts in a large body of text (LMD 6.3, table 7): nine texts, evenly spaced, are removed
 * and compared with the rest.
 *
 * @param restWords the number of words of the rest
 * @param meanWords the mean number of words of the removed texts
 * @param containments of the removed texts, ascending
 * @param lowest the id of the text with the lowest containment
 */
record Baseline(long restWords, double meanWords, List<Double> containments, String lowest) {
    private static final int REMOVED = 9;

    Baseline {
        containments = List.copyOf(containments);
    }

    /** Removes the nine texts in the middle of nine equal intervals. */
    static Baseline of(List<Paper> papers) {
        return from(papers, Spaced.step(papers.size(), REMOVED) / 2);
    }

    /** Returns C of all texts, ascending, from all ways to remove nine evenly spaced texts. */
    static List<Double> allSpacings(List<Paper> papers) {
        List<Double> all = new ArrayList<>();
        for (int first = 0; first < Spaced.step(papers.size(), REMOVED); first++) {
            all.addAll(from(papers, first).containments());
        }
        Collections.sort(all);
        return all;
    }

    private static Baseline from(List<Paper> papers, int first) {
        List<Paper> removed = Spaced.of(papers, REMOVED, first);
        List<Paper> rest = Spaced.without(papers, removed);
        Source source = new Source(rest);
        return new Baseline(
                rest.stream().mapToLong(Paper::words).sum(),
                removed.stream().mapToLong(Paper::words).average().orElse(0),
                removed.stream().map(source::containment).sorted().toList(),
                removed.stream()
                        .min(Comparator.comparingDouble(source::containment))
                        .map(Paper::id)
                        .orElse(""));
    }

    /** Counts the values that are at least a threshold. */
    static long atLeast(double threshold, List<Double> containments) {
        return containments.stream().filter(each -> each >= threshold).count();
    }
}
