package io.whorl.corpus.internal.text;

import java.util.Arrays;

/** A part of a line, with the place of each character in the source if the text is mapped. Immutable. */
final class TroffPiece {
    private static final int[] NONE = {};

    final String text;
    /** The part of the source that each character stands for, ends exclusive; empty if the text is not mapped. */
    final int[] starts;

    final int[] ends;

    TroffPiece(String text, int[] starts, int[] ends) {
        this.text = text;
        this.starts = starts;
        this.ends = ends;
    }

    static TroffPiece unmapped(String text) {
        return new TroffPiece(text, NONE, NONE);
    }

    boolean isMapped() {
        return starts.length > 0;
    }

    /** Text that the source does not have, at a place of the source. */
    static TroffPiece inserted(String text, int place) {
        int[] places = new int[text.length()];
        Arrays.fill(places, place);
        return new TroffPiece(text, places, places);
    }

    TroffPiece followedBy(TroffPiece other) {
        return new TroffPiece(text + other.text, joined(starts, other.starts), joined(ends, other.ends));
    }

    private static int[] joined(int[] a, int[] b) {
        int[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    void print(ProseBuilder out) {
        if (out.isMapped()) {
            out.origins().standFor(starts, ends);
        }
        out.text(text);
    }
}
