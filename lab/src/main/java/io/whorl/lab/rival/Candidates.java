package io.whorl.lab.rival;

import java.util.List;

/**
 * Which documents are compared with a question.
 *
 * @param <S> a signature
 */
interface Candidates<S> {
    /** Takes all signatures, before anything is asked. */
    void hold(List<S> signatures);

    /** Places of signatures in the list, each once. Thread-safe once all are held. */
    int[] of(S question);
}
