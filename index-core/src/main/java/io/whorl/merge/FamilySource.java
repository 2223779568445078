package io.whorl.merge;

import java.io.IOException;

/**
 * Declares to a merge which documents of its inputs have equal fingerprints, so that they share one set of postings.
 */
@FunctionalInterface
public interface FamilySource {
    /** Declares no families; the inputs keep theirs. */
    FamilySource NONE = to -> {};

    /** Receives the families one after another, each with its members in any order. */
    interface Sink {
        /** Begins a family. */
        void begin();

        /**
         * Adds a member to the current family. A deleted document is ignored.
         *
         * @param input its index among the inputs of the merge
         * @param document its ordinal there
         * @throws IllegalArgumentException if the document is in a family already, or has another number of minutiae
         *     than the other members, or none
         */
        void member(int input, long document);
    }

    /** Declares all families, once. A family of one may be omitted. */
    void declare(Sink to) throws IOException;
}
