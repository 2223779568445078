package io.whorl.minutiae;

import java.io.IOException;

/** Takes the minutiae of one document, each once, unsigned ascending. */
@FunctionalInterface
public interface MinutiaSink {
    /** @param count how often it was selected; 1 where the scheme keeps no frequencies */
    void take(long minutia, int count) throws IOException;
}
