package io.whorl.lab.experiment.ferret;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The union of the trigrams of several texts, as a possible source. */
final class Source {
    private final Set<Long> trigrams = new HashSet<>();

    Source(List<Paper> papers) {
        for (Paper paper : papers) {
            for (int i = 0; i < paper.trigrams().size(); i++) {
                trigrams.add(paper.trigrams().minutia(i));
            }
        }
    }

    /** Returns C: the share of a text's trigrams that are in the source (LMD equation 2); 0 if the text has none. */
    double containment(Paper paper) {
        int found = 0;
        for (int i = 0; i < paper.trigrams().size(); i++) {
            found += trigrams.contains(paper.trigrams().minutia(i)) ? 1 : 0;
        }
        return paper.trigrams().size() == 0
                ? 0
                : (double) found / paper.trigrams().size();
    }
}
