package io.whorl.query;

import io.whorl.store.Segment;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Documents of equal fingerprints. Their ids are read from the index as they are asked for, so that a family of
 * millions takes no memory. Immutable and thread-safe; it outlives the {@link Pairs} that it comes from.
 */
public final class Family implements Iterable<String> {
    private final Segment segment;
    private final PairFamilies families;
    private final int first;

    Family(Segment segment, PairFamilies families, int first) {
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
                return segment.reading(() -> segment.documents().id(document));
            }
        };
    }
}
