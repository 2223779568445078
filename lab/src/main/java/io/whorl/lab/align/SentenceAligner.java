package io.whorl.lab.align;

import io.whorl.lab.align.SentenceFragments.Fragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The aligner of Sanchez-Perez, Sidorov and Gelbukh, "A Winning Approach to Text Alignment for Text Reuse Detection at
 * PAN 2014", written anew with the constants of the paper: fragments of sentences that are alike by tf-isf. Its step
 * for summaries is left out. As in their system of 2015, a pair with long runs of equal words can have no other
 * passages.
 */
public final class SentenceAligner implements TextAligner {
    /** Code points of a passage in each text, at least. */
    private static final int LEAST_LENGTH = 150;

    private final Optional<String> language;
    private final boolean runs;

    /**
     * Creates an aligner.
     *
     * @param language of the stemmer; without one, words are not stemmed
     * @param runs whether a pair with runs of equal words has only them as passages
     */
    public SentenceAligner(Optional<String> language, boolean runs) {
        this.language = language;
        this.runs = runs;
    }

    @Override
    public List<Match> align(String a, String b) {
        SentenceText textA = new SentenceText(a, language);
        SentenceText textB = new SentenceText(b, language);
        List<Match> found = runs ? WordRuns.find(textA.words, textB.words) : List.of();
        return found.isEmpty() ? fragments(textA, textB) : found;
    }

    private static List<Match> fragments(SentenceText a, SentenceText b) {
        List<Match> found = new ArrayList<>();
        for (Fragment fragment : new SentenceFragments(new SentenceVectors(a, b)).find()) {
            Match match = new Match(
                    a.sentences.get(fragment.aFrom()).from(),
                    a.sentences.get(fragment.aTo() - 1).to(),
                    b.sentences.get(fragment.bFrom()).from(),
                    b.sentences.get(fragment.bTo() - 1).to());
            if (match.aTo() - match.aFrom() >= LEAST_LENGTH && match.bTo() - match.bFrom() >= LEAST_LENGTH) {
                found.add(match);
            }
        }
        return found;
    }
}
