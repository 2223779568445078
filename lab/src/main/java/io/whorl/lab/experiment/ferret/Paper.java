package io.whorl.lab.experiment.ferret;

import io.whorl.fingerprint.Fingerprint;

/**
 * A text and its trigrams.
 *
 * @param tokens what white space parts, for cutting a text in two
 * @param trigrams every trigram of words, with how often it occurs
 */
public record Paper(String id, String[] tokens, Fingerprint trigrams) {
    /** Words, as the trigrams' scheme finds them. */
    long words() {
        return trigrams.words();
    }

    /** R, the trigrams in both ÷ the trigrams in either (LMD equation 1). */
    double resemblance(Paper other) {
        int shared = trigrams.shared(other.trigrams);
        int either = trigrams.size() + other.trigrams.size() - shared;
        return either == 0 ? 0 : (double) shared / either;
    }
}
