package io.whorl.lab.rival;

/**
 * Makes signatures of sets and compares them. Thread-safe.
 *
 * @param <S> a signature
 */
interface Signer<S> {
    /** @param chunks distinct ones, at least one */
    S sign(long[] chunks);

    /** From 1, equal; 0 and less: what chance gives, or less. */
    double similarity(S a, S b);

    /** As it is stored. */
    byte[] bytes(S signature);

    /** Numbers that a signature consists of. */
    int components();
}
