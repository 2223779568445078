package io.whorl.align;

import io.whorl.align.VerbatimRuns.Run;
import java.util.List;

/** Recognises a passage that consists of long runs in another order: each of them is better shown by itself. */
final class ReorderedRuns {
    /** Share of the passage that the runs cover in both texts. */
    private static final double COVERED = 0.9;

    private ReorderedRuns() {}

    /**
     * True if long runs make up a passage, and their order differs between the texts.
     *
     * @param runs long runs, in the order of the first text, where none overlap
     */
    static boolean make(Words words, List<Run> runs) {
        long aCovered = 0;
        long bCovered = 0;
        int last = -1;
        boolean reordered = false;
        for (Run run : VerbatimRuns.within(runs, words.aFrom(), words.aTo())) {
            Words of = run.asWords();
            if (of.overlaps(words)) {
                aCovered += of.aOverlap(words);
                bCovered += of.bOverlap(words);
                reordered |= run.b() < last;
                last = run.b();
            }
        }
        return reordered && aCovered >= COVERED * words.aLength() && bCovered >= COVERED * words.bLength();
    }
}
