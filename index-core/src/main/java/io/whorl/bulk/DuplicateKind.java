package io.whorl.bulk;

/** In what two documents are equal (BGMZ 5.2); each kind implies the next, but for fingerprints without minutiae. */
public enum DuplicateKind {
    /** Their bytes. */
    EXACT,
    /** Their canonical form: the sequence of surviving words, and where sentences begin if the scheme reads that. */
    LEXICAL,
    /** Their sets of minutiae, with frequencies where the scheme keeps them; sets that are not empty. */
    FINGERPRINT
}
