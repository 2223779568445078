package io.whorl.pairs;

/**
 * The rule of frames: which minutiae of many documents are no content, and how the score of two documents follows from
 * that of their contents. Documents of equal fingerprints count as one.
 *
 * @param commonDf minutiae that more documents hold are of a frame, unless these documents mostly consist of them
 */
public record Frames(long commonDf) {
    /** A document is a copy with changes if so many percent of its minutiae are common. */
    private static final long COPY = 92;

    private static final double WHOLE = 1.5;

    /**
     * The minutiae of a list as {@link #vote} needs their sum over a document: those that several documents hold, and
     * in the high half those that are common, as more than {@link #commonDf} documents hold them.
     *
     * @param held the number of documents that hold the minutiae
     * @param minutiae their number
     */
    public long shared(long held, long minutiae) {
        return held > commonDf ? minutiae << Integer.SIZE | minutiae : isAbove(held, 5) ? minutiae : 0;
    }

    /**
     * What {@link #isFrame} needs of a document that holds a minutia. It is summed over these documents.
     *
     * @param shared the sum of {@link #shared} of its minutiae
     * @param minutiae their number
     */
    public static long vote(long shared, long minutiae) {
        long common = shared >>> Integer.SIZE;
        boolean hasOwn = 10 * (minutiae - (int) shared) >= minutiae - common;
        return (100 * common > COPY * minutiae ? 1L << Integer.SIZE : 0) + (hasOwn || 2 * common >= minutiae ? 1 : 0);
    }

    /**
     * Whether a minutia is of a frame: more than {@link #commonDf} documents hold it; or half as many, and nine of ten
     * of them mostly consist of common minutiae, or have a tenth of the others of their own. The original of five
     * versions of half its content has 4 % of its own. The minutiae of a text with many copies are of no frame: more
     * than half of their documents are copies with changes.
     *
     * @param votes the sum of {@link #vote} of the documents that hold it
     * @param held their number
     */
    public boolean isFrame(long votes, long held) {
        return 2 * (votes >>> Integer.SIZE) <= held
                && (held > commonDf || mayBeFrame(held) && 10L * (int) votes >= 9 * held);
    }

    /** Whether a minutia of so many documents may be of a frame. */
    public boolean mayBeFrame(long held) {
        return isAbove(held, 2);
    }

    private boolean isAbove(long held, int part) {
        return held > Math.max(1, commonDf / part);
    }

    /** The least score of the contents with which {@link #score} can reach a score. */
    public static double leastContent(double score) {
        return score / WHOLE;
    }

    /**
     * The score of two documents: that of their contents without frames, or that of the wholes, but then at most one
     * and a half times that of the contents. So documents that share only a frame have the score 0.
     */
    public static double score(double content, double whole) {
        return Math.max(content, Math.min(whole, WHOLE * content));
    }
}
