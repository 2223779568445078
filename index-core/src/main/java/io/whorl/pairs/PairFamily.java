package io.whorl.pairs;

/** The documents of one family, by ordinals. It keeps its segment mapped. Immutable and thread-safe. */
public final class PairFamily {
    private final LentSegment segment;
    private final PairFamilies families;
    private final int first;

    PairFamily(LentSegment segment, PairFamilies families, int first) {
        this.segment = segment;
        this.families = families;
        this.first = first;
    }

    /** The number of documents, at least 2. */
    public int size() {
        return families.size(first);
    }

    /** The first document. */
    public int first() {
        return first;
    }

    /** The next document, or −1 after the last. */
    public int after(int document) {
        return families.after(document);
    }

    /** The id of a document. */
    public String id(int document) {
        return segment.reading(() -> segment.id(document));
    }
}
