package io.whorl.score;

/**
 * The rule of frames: which minutiae of several documents are no content, and how the score of two documents follows
 * from that of their contents. Documents of equal fingerprints count as one.
 *
 * @param commonDf minutiae that more documents hold are of a frame, unless these documents mostly consist of them;
 *     without a limit, there are no frames
 */
public record Frames(long commonDf) {
    /** The number of levels ({@link #level}). */
    public static final int LEVELS = 13;

    /** So many documents may be the versions of one text. Each number up to this has a level. */
    private static final int FEW = 10;

    private static final int COMMON = FEW + 1;
    private static final int EVERYWHERE = COMMON + 1;
    /** Minutiae that so many times {@link #commonDf} documents hold are on the last level. */
    private static final int FAR = 16;
    /** A document is a copy with changes if so many percent of its minutiae are common. */
    private static final long COPY = 92;
    /** A vote in the high half: all content of a document is its own. Every number up to {@link #FEW} divides it. */
    private static final long OWN = 2_520;
    /** A vote in the high half: a document has little else than what about as many documents hold. */
    private static final long EMPTY = 1 << 20;

    private static final double WHOLE = 4 / 3.0;

    public boolean exist() {
        return commonDf < Long.MAX_VALUE;
    }

    /** The level of minutiae that so many documents hold. {@link #vote} needs the sum of each level over a document. */
    public int level(long held) {
        if (held <= commonDf) {
            return (int) Math.min(held - 1, FEW);
        }
        return held > FAR * commonDf ? EVERYWHERE : COMMON;
    }

    /**
     * What {@link #isFrame} needs of a document that holds a minutia. It is summed over these documents. The low half
     * is 0 or 1.
     *
     * @param sums by level the number of its minutiae that several documents hold
     * @param minutiae the number of all its minutiae
     * @param level of the minutia
     */
    public long vote(long[] sums, long minutiae, int level) {
        long common = sums[COMMON] + sums[EVERYWHERE];
        if (level >= COMMON) {
            // Minutiae that far more documents hold are not part of the text that these may be copies of.
            long around = level == COMMON ? sums[EVERYWHERE] : 0;
            return 100 * (common - around) > COPY * (minutiae - around) ? 1L << Integer.SIZE : 0;
        }
        long rest = minutiae - sum(sums, (int) Math.min(FEW, Math.max(1, commonDf / 5)), LEVELS);
        long vote = 2 * common >= minutiae || 10 * rest >= minutiae - common ? 1 : 0;
        if (level < FEW) {
            long own = minutiae - sum(sums, 1, LEVELS);
            long content = own + sum(sums, 1, level);
            long ofOwn = OWN * own;
            for (int n = 2; n <= level; n++) {
                ofOwn += OWN / n * sums[level(n)];
            }
            long few = 3 * (content + common) <= minutiae ? EMPTY : ofOwn / (content + 1);
            vote += few << Integer.SIZE;
        }
        return vote;
    }

    private static long sum(long[] sums, int from, int to) {
        long sum = 0;
        for (int level = from; level < to; level++) {
            sum += sums[level];
        }
        return sum;
    }

    /**
     * Whether a minutia is of a frame. If more than {@link #commonDf} documents hold it, it is, unless more than half
     * of these are copies with changes. If half as many hold it, it is if nine of ten mostly consist of common
     * minutiae, or have a tenth of the others of their own. If three to ten hold it, it is if these have about three
     * contents or more, and each has more than a third of its minutiae in its content or in common. The content of a
     * document is what fewer documents hold. What n of them hold counts as one n-th, and a content of few minutiae less
     * than one. Versions have two contents: each shares with the original what another one replaces.
     *
     * @param votes the sum of {@link #vote} of the documents that hold it
     * @param held their number
     */
    public boolean isFrame(long votes, long held) {
        long high = votes >>> Integer.SIZE;
        if (held > commonDf) {
            return 2 * high <= held;
        }
        return mayBeFrame(held)
                && (2 * held > commonDf && 10L * (int) votes >= 9 * held
                        || held <= FEW && 5 * high >= 13 * OWN && high < EMPTY);
    }

    /** Whether a minutia of so many documents may be of a frame. */
    public boolean mayBeFrame(long held) {
        return exist() && held > Math.min(2, commonDf) && (held <= FEW || 2 * held > commonDf);
    }

    /** The least score of the contents with which {@link #score} can reach a score. */
    public static double leastContent(double score) {
        return score / WHOLE;
    }

    /**
     * The score of two documents: that of their contents without frames, or that of the wholes, but then at most a
     * third more than that of the contents. So documents that share only a frame have the score 0.
     */
    public static double score(double content, double whole) {
        return Math.max(content, Math.min(whole, WHOLE * content));
    }
}
