package io.whorl.lab.experiment.ferret;

import io.whorl.fingerprint.Fingerprint;

/**
 * A text and its trigrams.
 *
 * @param tokens the parts between white space, at which a text can be cut
 * @param trigrams all word trigrams with their frequencies
 */
public record Paper(String id, String[] tokens, Fingerprint trigrams) {
    /** Returns the number of words by the rules of the scheme. */
    long words() {
        return trigrams.words();
    }

    /** Returns R: the trigrams in both ÷ the trigrams in either (LMD equation 1). */
    double resemblance(Paper other) {
        int shared = trigrams.shared(other.trigrams);
        int either = trigrams.size() + other.trigrams.size() - shared;
        return either == 0 ? 0 : (double) shared / either;
    }
}
