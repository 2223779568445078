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
    /** Exists only if documents share postings, or as an empty section if texts are stored. */
    FAMILIES,
    /** Exists only if texts are stored; the same for the next section. */
    TEXTS,
    TEXT_ENDS,
    /** Exists only if a document has a date; then the three sections before it exist too, perhaps empty. */
    DATES
}
