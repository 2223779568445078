package io.whorl.score;

/** One of the two documents of a comparison. */
public interface Side {
    /** The number of distinct minutiae. */
    long minutiae();

    /** The number of surviving words. */
    long words();

    /** The bytes that {@link DocumentExtras} encodes for it. */
    byte[] extra();

    /**
     * W_d (HZ 3), if the scheme keeps frequencies.
     *
     * @throws IndexOutOfBoundsException if the extra does not have the length of a norm
     */
    default double norm() {
        return Extras.Norms.read(extra());
    }
}
