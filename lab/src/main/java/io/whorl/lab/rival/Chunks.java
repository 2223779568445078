package io.whorl.lab.rival;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.model.RivalScheme;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;

/**
 * The sets that signatures are made from: all chunks of a text by Whorl's analysis. So signatures and Whorl's
 * fingerprints are made from the same sets. Thread-safe.
 */
final class Chunks {
    private final ThreadLocal<Fingerprinter> fingerprinters;

    Chunks(RivalScheme rival) {
        Scheme scheme = Scheme.builder()
                .granularity(rival.parameter("granularity"))
                .selection(Selection.of("full"))
                .stop(rival.stop())
                .build();
        fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(scheme));
    }

    Fingerprint of(byte[] utf8) {
        return fingerprinters.get().fingerprint(utf8);
    }
}
