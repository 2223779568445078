package io.whorl.minutiae;

import io.whorl.LimitExceededException;

/** The limit of the number of occurrences of a minutia in a document. */
final class MinutiaCounts {
    private MinutiaCounts() {}

    static int checked(long times) {
        LimitExceededException.require(
                "occurrences of one minutia in a document",
                times,
                Integer.MAX_VALUE,
                "split the document, or use a scheme without frequencies");
        return (int) times;
    }
}
