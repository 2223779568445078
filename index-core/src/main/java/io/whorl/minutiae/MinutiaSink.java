package io.whorl.minutiae;

import java.io.IOException;

/** Receives the distinct minutiae of one document, unsigned ascending. */
@FunctionalInterface
public interface MinutiaSink {
    /** @param count the number of times it was selected; 1 if the scheme keeps no frequencies */
    void take(long minutia, int count) throws IOException;
}
