package io.whorl.query;

import io.whorl.LimitExceededException;

/** The heap that one query may take, by how many minutiae it has and how many lists these lead to. */
record QueryMemory(long bytes, long minutiae, boolean weighted) {
    /** Of a minutia: twice itself, where it is found in one part after another, what is known of it. */
    private static final int MINUTIA = 48;
    /** The same where minutiae have weights. */
    private static final int WEIGHTED_MINUTIA = 96;
    /** Of a list beside {@link ListTally}: what is known of it; and its cursor, where it goes on beyond a window. */
    private static final int LIST = 16;

    private static final int CURSOR = 288;
    /** A query of as few minutiae is carried out however little memory is given: a few hundred KiB. */
    private static final long LEAST = 1 << 10;

    /** @throws LimitExceededException if there are more minutiae than the memory allows */
    void check() {
        LimitExceededException.require(
                "distinct minutiae of one query",
                minutiae,
                Math.max(LEAST, bytes / ofMinutia()),
                "this is what its memory (" + bytes
                        + " bytes) allows: give more memory (java -Xmx), ask by a selection that"
                        + " keeps fewer minutiae, such as mod, or ask for parts of the text");
    }

    /**
     * Distinct lists in one part.
     *
     * @param windows whether documents are counted in several windows, so that lists are left open
     */
    long mostLists(boolean windows) {
        long left = bytes - minutiae * ofMinutia();
        return Math.max(LEAST, left / (ListTally.BYTES + LIST + (windows ? CURSOR : 0)));
    }

    private int ofMinutia() {
        return weighted ? WEIGHTED_MINUTIA : MINUTIA;
    }
}
