package io.whorl.history;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What happened to a document between an old and a new index.
 *
 * @param kind what happened
 * @param id the id of the document: in the old index, or for {@link Kind#NEW} and {@link Kind#COPIED} in the new one
 * @param found the document that it was compared with; empty for {@link Kind#SAME}, {@link Kind#GONE} and
 *     {@link Kind#NEW}
 */
public record Change(Kind kind, String id, Optional<Found> found) {
    /** What happened to a document. */
    public enum Kind {
        /** Both indexes have the id, with equal fingerprints. */
        SAME,
        /** Both indexes have the id, with different fingerprints. */
        CHANGED,
        /**
         * The new index lacks the id, but another document of it has enough of the content (BGMZ 6, lost and found).
         */
        MOVED,
        /** The new index lacks the id, and no document of it has enough of the content. */
        GONE,
        /** The old index lacks the id, and no document of it has enough of the content. */
        NEW,
        /** The old index lacks the id, but a document of it has enough of the content. */
        COPIED
    }

    /**
     * The document of the other index that a document was compared with.
     *
     * @param id its id
     * @param score the score of the two, by the measure of the options
     * @param shared the number of minutiae that both hold
     * @param resemblance the share of the minutiae of both that both hold
     * @param containment the share of the minutiae of the document of the change that this one holds; empty if the
     *     scheme cannot tell
     * @param contained the share of the minutiae of this document that the document of the change holds; empty if the
     *     scheme cannot tell
     */
    public record Found(
            String id,
            double score,
            long shared,
            double resemblance,
            OptionalDouble containment,
            OptionalDouble contained) {
        public Found {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(containment, "containment");
            Objects.requireNonNull(contained, "contained");
        }
    }

    public Change {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(found, "found");
    }
}
