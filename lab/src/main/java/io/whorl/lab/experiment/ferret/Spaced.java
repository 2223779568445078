package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.List;

/** Selects evenly spaced papers of a collection, at most half of it. */
final class Spaced {
    private Spaced() {}

    /** Returns the distance between selected papers. */
    static int step(int papers, int wanted) {
        return papers / count(papers, wanted);
    }

    /** Returns the number of selected papers. */
    static int count(int papers, int wanted) {
        return Math.min(wanted, papers / 2);
    }

    /** @param first the position of the first paper, 0 to {@link #step} - 1 */
    static List<Paper> of(List<Paper> papers, int wanted, int first) {
        List<Paper> selected = new ArrayList<>();
        for (int i = 0; i < count(papers.size(), wanted); i++) {
            selected.add(papers.get(first + i * step(papers.size(), wanted)));
        }
        return selected;
    }

    /** Returns the other papers in their order. */
    static List<Paper> without(List<Paper> papers, List<Paper> selected) {
        return papers.stream().filter(paper -> !selected.contains(paper)).toList();
    }
}
