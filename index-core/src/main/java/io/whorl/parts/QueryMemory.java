package io.whorl.parts;

import io.whorl.LimitExceededException;
import io.whorl.parts.FoundMinutiae.ListNumbers;

/**
 * The heap that one query may use. Its minutiae and the lists that they lead to take all but a constant part of it.
 *
 * @param bytes the heap in bytes
 * @param minutiae the number of the query's distinct minutiae
 * @param weighted whether the minutiae have weights
 */
public record QueryMemory(long bytes, long minutiae, boolean weighted) {
    /** A minutia takes itself twice, and where it is found in one part after another. */
    private static final int MINUTIA = 48;

    private static final int WEIGHTED_MINUTIA = 96;
    /** A list takes this in addition to {@link ListNumbers}. */
    private static final int LIST = 16;
    /** A list that continues beyond a window keeps its cursor. */
    private static final int CURSOR = 288;
    /** A query of up to so many minutiae is never refused: it takes a few hundred KiB. */
    private static final long LEAST = 1 << 10;

    /**
     * Checks the number of minutiae.
     *
     * @throws LimitExceededException if there are more minutiae than the memory allows
     */
    public void check() {
        LimitExceededException.require(
                "distinct minutiae of one query",
                minutiae,
                Math.max(LEAST, bytes / bytesPerMinutia()),
                "this is what its memory (" + bytes + " bytes) allows: give more memory (java -Xmx), query with a"
                        + " selection that keeps fewer minutiae, such as mod, or query with pieces of the text");
    }

    /**
     * The largest number of distinct lists in one part.
     *
     * @param windows whether documents are counted in several windows, so that cursors are kept
     */
    long mostLists(boolean windows) {
        long left = bytes - minutiae * bytesPerMinutia();
        return Math.max(LEAST, left / (ListNumbers.BYTES + LIST + (windows ? CURSOR : 0)));
    }

    private int bytesPerMinutia() {
        return weighted ? WEIGHTED_MINUTIA : MINUTIA;
    }
}
