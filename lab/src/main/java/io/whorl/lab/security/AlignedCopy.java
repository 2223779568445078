package io.whorl.lab.security;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import java.util.BitSet;

/** Aligns an edited copy of a text with the text. */
final class AlignedCopy {
    private AlignedCopy() {}

    /**
     * Replaces every n-th word, and returns the share of the copy's bytes that are in a passage.
     *
     * @param n 2 or more
     */
    static double share(EditedText text, int n) {
        byte[] copy = text.with(BlindAttack.even(text.words(), text.words() / n));
        BitSet found = new BitSet(copy.length);
        for (Passage passage : Aligner.of(AlignmentOptions.DEFAULT).align(copy, text.utf8())) {
            found.set(passage.a().startByte(), passage.a().endByte());
        }
        return (double) found.cardinality() / copy.length;
    }
}
