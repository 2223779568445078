package io.whorl.merge;

import io.whorl.assembly.DocumentOrder;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchSequence;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The families that the caller of a merge declares, members in any order. One pass turns them into rings. */
final class DeclaredFamilies implements MergedFamilies, FamilySource.Sink {
    /** Flag of a document that an earlier member of its family represents. */
    private static final int ALIAS = 1 << 31;

    private final MergedDocuments documents;
    private final int[] places;
    private final Optional<TempFile> file;
    /**
     * By ordinal of the result: first the number of the family, from 1, or 0; later the next document of the family.
     */
    private final ScratchInts cells;

    private final ScratchSequence[] holders;
    private int families;
    private long minutiae;

    /** @param places index of each input among the inputs with living documents, or −1 */
    DeclaredFamilies(
            FamilySource declared,
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
            declared.declare(this);
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
                    + " minutiae and belongs to family " + cells.get(ordinal) + "; family " + families
                    + " accepts documents of no family, with this number of minutiae: "
                    + (minutiae == 0 ? "any" : minutiae));
        }
        minutiae = its;
        cells.set(ordinal, families);
    }

    /**
     * Turns family numbers into rings, in the order of the ordinals.
     *
     * @param first by family, its first member plus 1
     * @param last by family, its last member so far plus 1
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
