package io.whorl.crash;

/** A change of the bytes of a file or of the names in a directory, and whether a force made it safe. */
abstract class Change {
    /** Its position among all changes of the disk. */
    final long sequence;

    private boolean forced;
    private boolean lost;

    Change(long sequence) {
        this.sequence = sequence;
    }

    /** Whether the change survives every power loss from now on. */
    boolean forced() {
        return forced;
    }

    void force() {
        forced = !lost;
    }

    /**
     * A failed force: the system may have dropped the change without writing it, and a later successful force does not
     * report that (Linux since "fsyncgate", 2018).
     */
    void forceFailed() {
        lost = !forced;
    }
}
