package io.whorl.store;

/** The parts of a segment file, in the order they stand in it; docs/FORMAT.md describes each. */
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
    /** Only where documents share postings. */
    FAMILIES
}
