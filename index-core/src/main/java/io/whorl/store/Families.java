package io.whorl.store;

/**
 * Which documents of a segment share one set of postings, their fingerprints being equal. A family is a ring of
 * ordinals: each member leads to the next, the last to the first. The first, whose id is the smallest, represents it:
 * it alone stands in posting lists, the others are its aliases. Most documents are a family of their own. Immutable and
 * thread-safe; read in place, so that heap does not grow with the documents.
 */
public final class Families {
    private final long documents;
    private final FixedNumbers links;
    private final MappedBytes bytes;
    private final int width;
    private final boolean none;

    /** @param links for each document the next of its family; nothing where none shares */
    Families(long documents, MappedBytes links, int width) {
        this.documents = documents;
        this.links = new FixedNumbers(links, width);
        this.bytes = links;
        this.width = width;
        none = links.length() == 0;
    }

    /** Whether every document has postings of its own. */
    public boolean isEmpty() {
        return none;
    }

    /** The next document of the family, the first after the last; of a family of one, itself. */
    public long next(long document) {
        if (none) {
            return document;
        }
        long next = links.get(document);
        if (next < 0 || next >= documents) {
            throw damaged(document, "document " + document + " leads to " + next + " of " + documents);
        }
        return next;
    }

    /**
     * The member after this one, or −1 after the last.
     *
     * @param first the family's first
     */
    public long after(long first, long member) {
        long next = next(member);
        if (next > member) {
            return next;
        }
        if (next != first) {
            throw damaged(member, "the family of document " + first + " ends at " + next);
        }
        return -1;
    }

    /**
     * The first member that lives, or −1.
     *
     * @param first the family's first
     */
    public long firstLiving(long first, DeadDocuments dead) {
        long member = first;
        while (member >= 0 && dead.contains(member)) {
            member = after(first, member);
        }
        return member;
    }

    /**
     * The next member that lives, the first again after the last; of a family in which nobody else does, itself.
     *
     * @param document one that lives
     */
    public long nextLiving(long document, DeadDocuments dead) {
        long member = document;
        boolean turned = false;
        do {
            long next = next(member);
            if (next <= member) {
                if (turned) {
                    throw damaged(member, "the family of document " + document + " does not lead back to it");
                }
                turned = true;
            }
            member = next;
        } while (member != document && dead.contains(member));
        return member;
    }

    private RuntimeException damaged(long document, String reason) {
        return bytes.damaged(document * width, reason);
    }
}
