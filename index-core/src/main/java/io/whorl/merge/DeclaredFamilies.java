package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchSequence;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Families as a merge's caller tells them, each member in any order; they become rings in one pass. */
final class DeclaredFamilies implements MergedFamilies, FamilySource.Sink {
    /** Beside the next of a document's family: somebody before it represents it. */
    private static final int ALIAS = 1 << 31;

    private final MergedDocuments documents;
    private final int[] places;
    private final Optional<TempFile> file;
    /** By ordinal in the result the number of the family, from 1, or 0; then the next of it. */
    private final ScratchInts cells;

    private final ScratchSequence[] holders;
    private int families;
    private long minutiae;

    /** @param places of the inputs told of among those that live, or −1 */
    DeclaredFamilies(
            FamilySource told,
            List<SegmentMerge.Input> living,
            int[] places,
            MergedDocuments documents,
            ScratchSpace scratch)
            throws IOException {
        this.documents = documents;
        this.places = places;
        holders = new ScratchSequence[living.size()];
        file = documents.scratchFile(scratch);
        try {
            cells = new ScratchInts(documents.count(), file);
            told.tell(this);
            close(new ScratchInts(families + 1, file), new ScratchInts(families + 1, file));
            for (int i = 0; i < holders.length; i++) {
                holders[i] = holders(documents.ordinals(i), living.get(i).dead().documents());
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public void begin() {
        families++;
        minutiae = 0;
    }

    @Override
    public void member(int input, long document) {
        int ordinal = places[input] < 0
                ? DocumentOrder.LEFT_OUT
                : documents.ordinals(places[input]).get(document);
        if (ordinal == DocumentOrder.LEFT_OUT) {
            return;
        }
        long its = documents.minutiae(ordinal);
        if (families == 0 || cells.get(ordinal) != 0 || its == 0 || minutiae != 0 && its != minutiae) {
            throw new IllegalArgumentException("document " + document + " of input " + input + " has " + its
                    + " minutiae and is of family " + cells.get(ordinal) + "; family " + families
                    + " takes one that is of none, and of which there are " + (minutiae == 0 ? "any" : minutiae));
        }
        minutiae = its;
        cells.set(ordinal, families);
    }

    /**
     * Makes rings of numbers, in the order of the ordinals.
     *
     * @param first by family its first member, and one more; so {@code last}
     */
    private void close(ScratchInts first, ScratchInts last) {
        for (int d = 0; d < documents.count(); d++) {
            int family = cells.get(d);
            if (family == 0) {
                cells.set(d, d);
            } else if (last.get(family) == 0) {
                first.set(family, d + 1);
                last.set(family, d + 1);
                cells.set(d, d);
            } else {
                int before = last.get(family) - 1;
                cells.set(before, cells.get(before) & ALIAS | d);
                cells.set(d, first.get(family) - 1 | ALIAS);
                last.set(family, d + 1);
            }
        }
    }

    private ScratchSequence holders(ScratchSequence ordinals, long count) throws IOException {
        ScratchSequence its = new ScratchSequence(count, file);
        for (long old = 0; old < count; old++) {
            int ordinal = ordinals.get(old);
            its.add(ordinal >= 0 && cells.get(ordinal) < 0 ? DocumentOrder.LEFT_OUT : ordinal);
        }
        its.finish();
        return its;
    }

    @Override
    public boolean isEmpty() {
        return families == 0;
    }

    @Override
    public ScratchSequence holders(int input) {
        return holders[input];
    }

    @Override
    public long next(long ordinal) {
        return cells.get(ordinal) & ~ALIAS;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
