package io.whorl.query;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.parts.SearchBuffers;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;

/**
 * The fingerprinter and the buffers that the queries of each thread reuse, for all snapshots of one scheme.
 * Thread-safe.
 *
 * @param fingerprinters the fingerprinter of each thread
 * @param buffers the buffers of each thread; a query removes them while it runs, because a failed query leaves counts
 * @param extras makes the extras of queries
 */
record ThreadTools(
        ThreadLocal<Fingerprinter> fingerprinters, ThreadLocal<SearchBuffers> buffers, DocumentExtras extras) {
    static ThreadTools of(Scheme scheme) {
        return new ThreadTools(
                ThreadLocal.withInitial(() -> Fingerprinter.of(scheme)),
                ThreadLocal.withInitial(SearchBuffers::new),
                DocumentExtras.of(scheme));
    }
}
