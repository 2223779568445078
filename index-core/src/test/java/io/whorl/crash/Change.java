package io.whorl.crash;

/** A change of a file's bytes or of a directory's names, and whether a force has made it safe. */
abstract class Change {
    /** Its place among all changes of the disk. */
    final long sequence;

    private boolean forced;
    private boolean lost;

    Change(long sequence) {
        this.sequence = sequence;
    }

    /** Whether every power loss from now on leaves it. */
    boolean forced() {
        return forced;
    }

    void force() {
        forced = !lost;
    }

    /**
     * A force that failed: the system may have let go of the change without having written it, and a later force that
     * succeeds says nothing of it (as Linux does since "fsyncgate", 2018).
     */
    void forceFailed() {
        lost = !forced;
    }
}
