package io.whorl.lab.retrieval;

import io.whorl.align.Passage;
import io.whorl.lab.align.Match;

/**
 * A passage that alignment reports.
 *
 * @param match its place in both texts
 * @param verbatim whether it consists of runs of equal words
 * @param words the shared words
 */
public record Detection(Match match, boolean verbatim, int words) {
    static Detection of(Passage p) {
        return new Detection(
                new Match(p.a().start(), p.a().end(), p.b().start(), p.b().end()),
                p.kind() == Passage.Kind.VERBATIM,
                p.words());
    }
}
