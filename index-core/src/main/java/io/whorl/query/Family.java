package io.whorl.query;

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Documents of equal fingerprints. Their ids are read from the index as they are asked for, so that a family of
 * millions takes no memory. Immutable and thread-safe. It can be read after the {@link Pairs} and the {@link Snapshot}
 * that it comes from are closed.
 */
public final class Family implements Iterable<String> {
    private final LentSegment segment;
    private final PairFamilies families;
    private final int first;

    Family(LentSegment segment, PairFamilies families, int first) {
        this.segment = segment;
        this.families = families;
        this.first = first;
    }

    /** Documents, 2 or more. */
    public int size() {
        return families.size(first);
    }

    /** All ids in ascending order; the first is the {@code a} of the pair. */
    @Override
    public Iterator<String> iterator() {
        return new Iterator<>() {
            private int next = first;

            @Override
            public boolean hasNext() {
                return next >= 0;
            }

            @Override
            public String next() {
                if (next < 0) {
                    throw new NoSuchElementException("the family has " + size() + " documents");
                }
                int document = next;
                next = families.after(document);
                return segment.reading(() -> segment.id(document));
            }
        };
    }
}
