package io.whorl.pairs;

/** What a search for pairs left out. Written by one thread while it prepares the search, and read after it. */
public final class PairFigures {
    /** The minutiae that the frequency limit excluded from making pairs. */
    public long ignoredMinutiae;
    /** The lists of these minutiae. */
    public long ignoredLists;
    /** The postings of these minutiae. */
    public long ignoredPostings;
    /** The documents of which more than half of the minutiae are ignored. */
    public long mostlyIgnored;
    /** The minutiae that were left out of most documents because they are common. */
    public long commonMinutiae;
    /** The documents of which common minutiae were not left out. */
    public long commonKept;
    /** The documents that have a series, however small. */
    public long inSeries;
    /** The pairs of documents that share a super shingle; 0 if none were used. */
    public long candidates;
    /** The super shingles that more documents have than the frequency limit. */
    public long ignoredSuperShingles;
    /** The documents with too few minutiae for a super shingle. */
    public long tooShort;
}
