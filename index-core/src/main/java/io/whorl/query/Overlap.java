package io.whorl.query;

import io.whorl.align.Span;
import io.whorl.query.Matches.Match;
import java.util.List;
import java.util.Optional;

/**
 * How much of a text the documents of an index hold, whichever of them. Minutiae that more documents hold than
 * {@link OverlapOptions#maxDf} count as if the text did not have them.
 *
 * @param words the number of surviving words of the text
 * @param minutiae the number of its distinct minutiae
 * @param held how many of these at least one document holds
 * @param ignored how many of these were ignored because too many documents hold them
 * @param share {@code held} ÷ ({@code minutiae} − {@code ignored}), 0 to 1; 0 if there are none
 * @param run the longest run of consecutive chunks that documents hold; empty if they hold none
 * @param runPlace the place of the run in the text; empty if there is no run, or if the scheme splits or drops words of
 *     the text in other ways than the default rules, so that its units are not the words of the text
 * @param documents the documents that hold most of the minutiae, by the number that they share with the text
 * @param verdict the verdict by the thresholds of the options
 */
public record Overlap(
        long words,
        int minutiae,
        int held,
        int ignored,
        double share,
        Optional<Run> run,
        Optional<Span> runPlace,
        List<Match> documents,
        Verdict verdict) {
    public Overlap {
        documents = List.copyOf(documents);
    }

    /**
     * Consecutive chunks of a text. With a selection other than full, chunks that were not selected may lie between
     * them. Units are those of the scheme, words by default.
     *
     * @param chunks the number of chunks
     * @param start the first unit of the first chunk, among the surviving units of the text, from 0
     * @param units the number of units from the first chunk to the end of the last one
     */
    public record Run(int chunks, int start, int units) {}

    /** How much of a text is in the index. */
    public enum Verdict {
        /**
         * Nothing is known about the text: it has no minutiae, or only ignored ones, or it is shorter than a chunk and
         * equal to no document.
         */
        UNKNOWN,
        /** Less than the thresholds of {@link #PARTIAL}. */
        CLEAN,
        /** A passage of the text is in the index. */
        PARTIAL,
        /** A long passage of the text, or most of it, is in the index. */
        CONTAMINATED
    }
}
