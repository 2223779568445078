package io.whorl.minutiae;

import io.whorl.LimitExceededException;

/** How often a document may have one minutia. */
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
