package io.whorl.measure;

/** How alike two fingerprints are (DEFINITIONS, Counts and measures). */
public enum Measure {
    /** |A ∩ B|. */
    SHARED,
    /** 100 × shared ÷ what the query's own text, indexed by the same scheme, would share with it (HZ 6). */
    PERCENT,
    /** |A ∩ B| ÷ |A ∪ B| (BGMZ 2). */
    RESEMBLANCE,
    /** |A ∩ B| ÷ |A|: how much of the query is in the document (BGMZ 2). */
    CONTAINMENT,
    /** |A ∩ B| ÷ |B|: how much of the document is in the query. */
    CONTAINED
}
