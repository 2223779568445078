package io.whorl.lab.rival;

/**
 * Makes signatures of sets and compares them. Thread-safe.
 *
 * @param <S> the type of a signature
 */
interface Signer<S> {
    /** @param chunks distinct chunks, at least one */
    S sign(long[] chunks);

    /** Returns the similarity: 1 for equal signatures, 0 or less for what chance gives or less. */
    double similarity(S a, S b);

    /** Returns the stored form of a signature. */
    byte[] bytes(S signature);

    /** Returns the number of components of a signature. */
    int components();
}
