package io.whorl.query;

import io.whorl.pairs.PairResult.PairFamily;
import java.util.Iterator;

/**
 * Documents of equal fingerprints. Their ids are read from the index while they are iterated, so that a family of
 * millions takes no memory. Immutable and thread-safe. A family can be read after the {@link Pairs} and the
 * {@link Snapshot} that it comes from are closed.
 */
public final class Family implements Iterable<String> {
    private final PairFamily family;

    Family(PairFamily family) {
        this.family = family;
    }

    /** The number of documents, at least 2. */
    public int size() {
        return family.size();
    }

    /** All ids in ascending order; the first is the {@code a} of the pair. */
    @Override
    public Iterator<String> iterator() {
        return family.iterator();
    }
}
