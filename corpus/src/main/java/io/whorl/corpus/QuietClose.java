package io.whorl.corpus;

import java.io.Closeable;
import java.io.IOException;

/** Closes streams that were only read. */
final class QuietClose {
    private QuietClose() {}

    /** Ignores a failure, because nothing is lost and later sources can still be read. */
    static void quietly(Closeable read) {
        try {
            read.close();
        } catch (IOException | RuntimeException e) {
            return;
        }
    }
}
