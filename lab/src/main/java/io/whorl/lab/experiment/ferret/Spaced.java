package io.whorl.lab.experiment.ferret;

import java.util.ArrayList;
import java.util.List;

/** Takes papers out of a collection, evenly spaced, and leaves at least half of it. */
final class Spaced {
    private Spaced() {}

    /** From one to the next. */
    static int step(int papers, int wanted) {
        return papers / count(papers, wanted);
    }

    /** How many are taken out. */
    static int count(int papers, int wanted) {
        return Math.min(wanted, papers / 2);
    }

    /** @param first the first one's place, from 0 to under {@link #step} */
    static List<Paper> of(List<Paper> papers, int wanted, int first) {
        List<Paper> taken = new ArrayList<>();
        for (int i = 0; i < count(papers.size(), wanted); i++) {
            taken.add(papers.get(first + i * step(papers.size(), wanted)));
        }
        return taken;
    }

    /** The others, in their order. */
    static List<Paper> without(List<Paper> papers, List<Paper> taken) {
        return papers.stream().filter(paper -> !taken.contains(paper)).toList();
    }
}
