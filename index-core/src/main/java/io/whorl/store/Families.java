package io.whorl.store;

import io.whorl.store.MappedBytes.FixedNumbers;

/**
 * The families of a segment. Documents with equal fingerprints can share one set of postings: they are a family. A
 * family is a ring of ordinals, in which each member refers to the next and the last to the first. The first member has
 * the smallest id and represents the family: only it appears in posting lists, and the others are its aliases. Most
 * documents are a family of one. Immutable and thread-safe; read in place, so that heap does not grow with the
 * documents.
 */
public final class Families {
    private final long documents;
    private final FixedNumbers links;
    private final boolean none;

    /** @param links for each document the next one of its family; empty if no documents share postings */
    Families(long documents, FixedNumbers links) {
        this.documents = documents;
        this.links = links;
        none = links.length() == 0;
    }

    /** True if each document has its own postings. */
    public boolean isEmpty() {
        return none;
    }

    /** The next member of a family; after the last, the first. A family of one returns the document itself. */
    public long next(long document) {
        if (none) {
            return document;
        }
        long next = links.get(document);
        if (next < 0 || next >= documents) {
            throw links.damaged(
                    document,
                    "document " + document + " refers to document " + next + "; the segment has " + documents);
        }
        return next;
    }

    public long first(long document) {
        long member = document;
        for (long next = next(member); next > member; next = next(member)) {
            member = next;
        }
        return next(member);
    }

    /**
     * The next member, or −1 after the last.
     *
     * @param first the first member of the family
     */
    public long after(long first, long member) {
        long next = next(member);
        if (next > member) {
            return next;
        }
        if (next != first) {
            throw links.damaged(member, "the family of document " + first + " ends at " + next);
        }
        return -1;
    }

    /**
     * The first live member, or −1.
     *
     * @param first the first member of the family
     */
    public long firstLiving(long first, DeadDocuments dead) {
        long member = first;
        while (member >= 0 && dead.contains(member)) {
            member = after(first, member);
        }
        return member;
    }
}
