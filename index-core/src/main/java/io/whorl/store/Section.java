package io.whorl.store;

/** The sections of a segment file, in file order; docs/FORMAT.md describes each. */
enum Section {
    SCHEME,
    LISTS,
    TABLE,
    OVERFLOW,
    SPILLED,
    IDS,
    ID_BLOCKS,
    WORDS,
    MINUTIAE,
    EXTRAS,
    EXTRA_ENDS,
    MEAN_LOGS,
    /** Exists only if documents share postings, or as an empty section if later sections exist. */
    FAMILIES,
    /** Exists only if texts are stored, or as an empty section if later sections exist; so does the next section. */
    TEXTS,
    TEXT_ENDS,
    /** Exists only if a document has a date, or as an empty section if later sections exist. */
    DATES,
    /** Exists only if fingerprints are stored; so does the next section. */
    FINGERPRINTS,
    FINGERPRINT_ENDS
}
