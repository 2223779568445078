package io.whorl.build;

import java.util.Arrays;

/** Families as a merge's caller tells them, each member in any order; they become rings in one pass. Used once. */
final class ToldFamilies implements FamilySource.Sink {
    /** Takes the next of a document's family, by ordinals in the result. */
    interface Links {
        void link(int document, int next);
    }

    private final MergedDocuments documents;
    private final int[] places;
    /** By ordinal in the result the number of the family, from 1; 0 for none. */
    private final int[] family;
    private int families;
    private long minutiae;

    /** @param places of the inputs told of among the documents' inputs, or −1 */
    ToldFamilies(MergedDocuments documents, int[] places) {
        this.documents = documents;
        this.places = places;
        family = new int[(int) documents.count()];
    }

    @Override
    public void begin() {
        families++;
        minutiae = 0;
    }

    @Override
    public void member(int input, long document) {
        if (families == 0) {
            throw new IllegalStateException("a member is told before a family is begun");
        }
        int ordinal = places[input] < 0 ? DocumentOrder.LEFT_OUT : documents.ordinals(places[input])[(int) document];
        if (ordinal == DocumentOrder.LEFT_OUT) {
            return;
        }
        long its = documents.minutiae(ordinal);
        if (family[ordinal] != 0 || its == 0 || minutiae != 0 && its != minutiae) {
            throw new IllegalArgumentException("document " + document + " of input " + input + " has " + its + " minutiae and is of family "
                    + family[ordinal] + "; family " + families + " takes one that is of none and has "
                    + (minutiae == 0 ? "any" : minutiae));
        }
        minutiae = its;
        family[ordinal] = families;
    }

    void forEachLink(Links to) {
        int[] first = new int[families + 1];
        int[] last = new int[families + 1];
        Arrays.fill(last, DocumentOrder.LEFT_OUT);
        for (int d = 0; d < family.length; d++) {
            int f = family[d];
            if (f == 0) {
                continue;
            }
            if (last[f] == DocumentOrder.LEFT_OUT) {
                first[f] = d;
            } else {
                to.link(last[f], d);
            }
            last[f] = d;
        }
        for (int f = 1; f <= families; f++) {
            if (last[f] != DocumentOrder.LEFT_OUT) {
                to.link(last[f], first[f]);
            }
        }
    }
}
