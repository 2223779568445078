package io.whorl.lab.align;

import java.io.IOException;

/** Pairs of texts with known cases. Each pair is made or read when it is needed. Thread-safe. */
public interface PairSource {
    /** Returns the number of pairs. */
    int size();

    /** Returns a pair, 0 to {@link #size} - 1. */
    TextPair pair(int number) throws IOException;
}
