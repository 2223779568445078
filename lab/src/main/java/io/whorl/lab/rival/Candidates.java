package io.whorl.lab.rival;

import java.util.List;

/**
 * Selects the documents that are compared with a query.
 *
 * @param <S> the type of a signature
 */
interface Candidates<S> {
    /** Receives all signatures. Called once, before the first query. */
    void hold(List<S> signatures);

    /** Returns distinct positions in the list of signatures. Thread-safe after {@link #hold}. */
    int[] of(S query);
}
