package io.whorl.score;

/** What is known of one of two documents that are compared. */
public interface Side {
    /** Distinct minutiae. */
    long minutiae();

    /** Surviving words. */
    long words();

    /** What {@link DocumentExtras} made of it. */
    byte[] extra();

    /**
     * W_d of HZ 3, where the scheme keeps frequencies.
     *
     * @throws IndexOutOfBoundsException if the extra holds none
     */
    default double norm() {
        return FrequencyNorm.read(extra());
    }
}
