package io.whorl.corpus;

import java.io.Closeable;
import java.io.IOException;

/** Closing what was only read. */
final class QuietClose {
    private QuietClose() {}

    /** Nothing is lost by what goes wrong here, and what follows can be read all the same. */
    static void quietly(Closeable read) {
        try {
            read.close();
        } catch (IOException | RuntimeException e) {
            return;
        }
    }
}
