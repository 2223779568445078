package io.whorl.lab.align;

import io.whorl.align.Passage;
import io.whorl.lab.collection.AlignedPassages;
import java.util.BitSet;
import java.util.List;

/**
 * An interval in each of two texts, in code points; ends are exclusive. It is a case, that is a copied passage, or the
 * detection of one.
 */
public record Match(int aFrom, int aTo, int bFrom, int bTo) {
    public Match {
        if (aFrom < 0 || aTo < aFrom || bFrom < 0 || bTo < bFrom) {
            throw new IllegalArgumentException("match is " + aFrom + " to " + aTo + " and " + bFrom + " to " + bTo
                    + "; no place may be negative, and no end may be before its start");
        }
    }

    /** Returns the places of a passage that alignment reports. */
    static Match of(Passage p) {
        return new Match(p.a().start(), p.a().end(), p.b().start(), p.b().end());
    }

    /** Returns the places of an annotated passage. */
    static Match of(AlignedPassages.Passage p) {
        return new Match(p.offset(), p.offset() + p.length(), p.sourceOffset(), p.sourceOffset() + p.sourceLength());
    }

    /** Code points of both intervals. */
    int length() {
        return aTo - aFrom + bTo - bFrom;
    }

    /** True if both intervals overlap those of another match of the same two texts. */
    public boolean overlaps(Match other) {
        return overlap(aFrom, aTo, other.aFrom, other.aTo) > 0 && overlap(bFrom, bTo, other.bFrom, other.bTo) > 0;
    }

    /** The share of both intervals that other matches cover together, 0 to 1. */
    double covered(List<Match> others) {
        BitSet a = new BitSet();
        BitSet b = new BitSet();
        for (Match other : others) {
            set(a, aFrom, aTo, other.aFrom, other.aTo);
            set(b, bFrom, bTo, other.bFrom, other.bTo);
        }
        return length() == 0 ? 0 : (double) (a.cardinality() + b.cardinality()) / length();
    }

    private static void set(BitSet covered, int from, int to, int otherFrom, int otherTo) {
        if (overlap(from, to, otherFrom, otherTo) > 0) {
            covered.set(Math.max(from, otherFrom) - from, Math.min(to, otherTo) - from);
        }
    }

    static int overlap(int from, int to, int otherFrom, int otherTo) {
        return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
    }
}
