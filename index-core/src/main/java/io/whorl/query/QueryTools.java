package io.whorl.query;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;

/**
 * What each thread's queries by one scheme use again and again, on whatever snapshots. Thread-safe.
 *
 * @param scheme of the snapshots
 * @param fingerprinters each thread's
 * @param buffers each thread's; a query takes them away while it runs, for one that fails leaves counts behind
 * @param extras of queries
 */
record QueryTools(
        Scheme scheme,
        ThreadLocal<Fingerprinter> fingerprinters,
        ThreadLocal<SearchBuffers> buffers,
        DocumentExtras extras) {
    static QueryTools of(Scheme scheme) {
        return new QueryTools(
                scheme,
                ThreadLocal.withInitial(() -> Fingerprinter.of(scheme)),
                ThreadLocal.withInitial(SearchBuffers::new),
                DocumentExtras.of(scheme));
    }
}
