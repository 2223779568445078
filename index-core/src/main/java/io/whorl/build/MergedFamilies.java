package io.whorl.build;

import io.whorl.store.Families;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Which documents of a merged segment share postings: those that did in its inputs and live, or those of families that the
 * merge is told. So much is worked out before the first minutia, for postings are those of the first of a family.
 */
final class MergedFamilies {
    /** Of a document's entry: somebody before it represents it. */
    private static final int ALIAS = 1 << 31;

    private final List<SegmentMerge.Input> inputs;
    private final MergedDocuments documents;
    /** By ordinal the next of the family, and {@link #ALIAS}; of no length where no documents share postings. */
    private int[] links = {};

    /**
     * @param inputs as {@code documents} has them
     * @param places of the inputs of which {@code told} speaks among these, or −1 where nobody lives
     */
    MergedFamilies(List<SegmentMerge.Input> inputs, MergedDocuments documents, int[] places, FamilySource told)
            throws IOException {
        this.inputs = inputs;
        this.documents = documents;
        boolean inherited = inputs.stream().anyMatch(input -> !input.segment().families().isEmpty());
        if (told != FamilySource.NONE) {
            if (inherited) {
                throw new IllegalArgumentException("families are told of inputs some of which have families; tell those of"
                        + " segments that have none");
            }
            tell(told, places);
        } else if (inherited) {
            inherit();
        }
    }

    private void inherit() {
        alone();
        for (int i = 0; i < inputs.size(); i++) {
            SegmentMerge.Input input = inputs.get(i);
            int[] ordinals = documents.ordinals(i);
            Families families = input.segment().families();
            input.segment().reading(() -> {
                for (int old = 0; old < ordinals.length && !families.isEmpty(); old++) {
                    if (ordinals[old] != DocumentOrder.LEFT_OUT) {
                        link(ordinals[old], ordinals[(int) families.nextLiving(old, input.dead())]);
                    }
                }
                return null;
            });
        }
    }

    /** Every document is a family of its own. */
    private void alone() {
        links = new int[(int) documents.count()];
        Arrays.setAll(links, d -> d);
    }

    private void link(int from, int next) {
        links[from] = links[from] & ALIAS | next;
        if (next > from) {
            links[next] |= ALIAS;
        }
    }

    private void tell(FamilySource told, int[] places) throws IOException {
        ToldFamilies families = new ToldFamilies(documents, places);
        told.tell(families);
        alone();
        families.forEachLink(this::link);
    }

    /** Whether every document has postings of its own. */
    boolean isEmpty() {
        return links.length == 0;
    }

    /** The next of a document's family in the result. */
    long next(long ordinal) {
        return links.length == 0 ? ordinal : links[(int) ordinal] & ~ALIAS;
    }

    /**
     * Whose postings those of an input's document are in the result: its own, or where it is dead those of the first of its
     * aliases that lives, or nobody's: {@link DocumentOrder#LEFT_OUT}.
     */
    int holder(int input, long document) {
        int ordinal = documents.ordinals(input)[(int) document];
        if (ordinal == DocumentOrder.LEFT_OUT) {
            Families families = inputs.get(input).segment().families();
            long living = families.isEmpty() ? -1 : families.firstLiving(document, inputs.get(input).dead());
            return living < 0 ? ordinal : documents.ordinals(input)[(int) living];
        }
        return links.length > 0 && links[ordinal] < 0 ? DocumentOrder.LEFT_OUT : ordinal;
    }
}
