package io.whorl.query;

import io.whorl.parts.PartSearch;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A document that may be among the best. Hits are ordered by score, then by id; an id is read only if scores are equal.
 * One thread at a time.
 */
final class Hit {
    static final Comparator<Hit> BEST_FIRST = (a, b) -> {
        int byScore = Double.compare(b.score, a.score);
        return byScore != 0 ? byScore : a.compareIds(b);
    };

    private final PartSearch part;
    private final double score;
    private final long document;
    private final long shared;
    private byte[] id;

    Hit(PartSearch part, double score, long document, long shared) {
        this.part = part;
        this.score = score;
        this.document = document;
        this.shared = shared;
    }

    private int compareIds(Hit other) {
        return part == other.part && part.inOrderOfIds()
                ? Long.compare(document, other.document)
                : Arrays.compareUnsigned(id(), other.id());
    }

    /** The id, in UTF-8. */
    byte[] id() {
        if (id == null) {
            id = part.reading(() -> part.id(document));
        }
        return id;
    }

    PartSearch part() {
        return part;
    }

    double score() {
        return score;
    }

    long document() {
        return document;
    }

    /** The number of minutiae that the document shares with the query. */
    long shared() {
        return shared;
    }
}
