package io.whorl.merge;

import java.io.IOException;

/** Tells a merge which documents of its inputs have equal fingerprints, so that they share one set of postings. */
@FunctionalInterface
public interface FamilySource {
    /** No families but those that the inputs have. */
    FamilySource NONE = to -> {};

    /** Takes families one after another, their members in any order. */
    interface Sink {
        /** Says that the members that follow are another family's. */
        void begin();

        /**
         * Takes a member of the family at hand. One that is dead is passed over.
         *
         * @param input its place among the merge's inputs
         * @param document its ordinal there
         * @throws IllegalArgumentException if it was told before, or cannot be equal to the others: their numbers of
         *     minutiae differ, or are 0
         */
        void member(int input, long document);
    }

    /** Tells all families, once; families of one need not be told. */
    void tell(Sink to) throws IOException;
}
