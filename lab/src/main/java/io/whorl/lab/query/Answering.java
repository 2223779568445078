package io.whorl.lab.query;

import io.whorl.query.Matches;
import java.io.IOException;

/** Finds the documents that are most like a text. Thread-safe. */
@FunctionalInterface
public interface Answering {
    /**
     * @param top documents at the most
     * @return best first, ties by id; of a rival's matches the score alone says something
     */
    Matches ask(byte[] utf8, int top) throws IOException;
}
