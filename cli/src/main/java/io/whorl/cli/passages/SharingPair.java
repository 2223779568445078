package io.whorl.cli.passages;

import io.whorl.align.Aligner.Alignment;
import io.whorl.align.Passage;
import java.util.List;

/**
 * Two texts that share passages.
 *
 * @param a the text that shares the larger part of its words; if the other is a reference, the text that is not
 * @param b the other text
 * @param passages in the order of a
 * @param words the words of a's passages that b's passages have, too
 * @param shareOfA words divided by all words of a, 0 to 1
 * @param shareOfB words divided by all words of b, 0 to 1
 * @param reordered true if b has the passages, or the runs of words in them, in another order
 * @param limited true if alignment reached a limit, so that passages may be missing
 */
public record SharingPair(
        CheckedText a,
        CheckedText b,
        List<Passage> passages,
        int words,
        double shareOfA,
        double shareOfB,
        boolean reordered,
        boolean limited) {

    static SharingPair of(CheckedText a, CheckedText b, Alignment alignment) {
        int words = sharedWords(alignment.passages());
        return new SharingPair(
                a,
                b,
                alignment.passages(),
                words,
                share(words, a),
                share(words, b),
                alignment.reordered(),
                alignment.limited());
    }

    private static double share(int words, CheckedText text) {
        return text.words() == 0 ? 0 : Math.min(1, (double) words / text.words());
    }

    /** Returns the shared words of passages in the order of a. A place that several passages cover counts once. */
    public static int sharedWords(List<Passage> passages) {
        double words = 0;
        int covered = 0;
        for (Passage passage : passages) {
            int fresh = passage.a().end() - Math.max(covered, passage.a().start());
            if (fresh > 0) {
                words += passage.words() * (double) fresh / passage.a().length();
                covered = passage.a().end();
            }
        }
        return (int) Math.round(words);
    }

    /**
     * A text of a report.
     *
     * @param id its name
     * @param reference true if other texts may have taken passages from it, but not the reverse
     * @param utf8 the text; callers must not change it
     * @param masked the text with {@code given} replaced by blanks, of the same code points and bytes
     * @param given the spans that are left out, in order, in bytes: text that everyone was given, and cited text
     * @param citesTooMuch true if parts that look cited make up so much of the text that they count
     * @param words its words without {@code given}
     * @param places leads from places in the text to places in its file
     */
    public record CheckedText(
            String id,
            boolean reference,
            byte[] utf8,
            byte[] masked,
            List<GivenText.Range> given,
            boolean citesTooMuch,
            int words,
            TextPlaces places) {}
}
