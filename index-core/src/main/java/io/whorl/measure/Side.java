package io.whorl.measure;

/** What is known of one of two documents that are compared. */
public interface Side {
    /** Distinct minutiae. */
    long minutiae();

    /** Surviving words. */
    long words();

    /** What {@link DocumentExtras} made of it. */
    byte[] extra();
}
