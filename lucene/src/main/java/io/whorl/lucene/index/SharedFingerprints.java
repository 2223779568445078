package io.whorl.lucene.index;

import io.whorl.LimitExceededException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.field.FingerprintField;
import io.whorl.scheme.Scheme;
import java.util.Optional;

/** Fingerprints texts once for both indexes, if their schemes allow it. Thread-safe. */
final class SharedFingerprints {
    private final Optional<ThreadLocal<Fingerprinter>> fingerprinters;
    private final long memory;

    /** @param scheme of the Whorl index */
    SharedFingerprints(IndexerOptions options, Scheme scheme) {
        fingerprinters = options.fingerprint()
                .filter(f -> serves(f, scheme))
                .map(f -> ThreadLocal.withInitial(() -> Fingerprinter.of(scheme)));
        // As much as Whorl's writer allows for a document.
        memory = options.writer().memory() / 2;
    }

    private static boolean serves(FingerprintField field, Scheme scheme) {
        return field.scheme().equals(scheme)
                || field.fullScheme().filter(scheme::equals).isPresent();
    }

    boolean possible() {
        return fingerprinters.isPresent();
    }

    /** The fingerprint from which both indexes make what they store; empty if none serves both. */
    Optional<Fingerprint> of(byte[] utf8) {
        if (fingerprinters.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(fingerprinters.get().get().fingerprint(utf8, memory));
        } catch (LimitExceededException e) {
            // Whorl's writer will refuse the document in its own words.
            return Optional.empty();
        }
    }
}
