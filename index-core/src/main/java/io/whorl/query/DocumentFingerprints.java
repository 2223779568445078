package io.whorl.query;

import io.whorl.DocumentNotFoundException;
import io.whorl.FingerprintNotStoredException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.parts.Part;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The fingerprints of the documents of a snapshot: as the index stores them, or made from the texts that it stores.
 * Thread-safe.
 */
final class DocumentFingerprints {
    private final List<Part> parts;
    private final Scheme scheme;
    private final StoredKinds stored;
    private final ThreadTools tools;

    DocumentFingerprints(List<Part> parts, Scheme scheme, StoredKinds stored, ThreadTools tools) {
        this.parts = parts;
        this.scheme = scheme;
        this.stored = stored;
        this.tools = tools;
    }

    /**
     * The fingerprint of a document.
     *
     * @param memory bytes of heap for fingerprinting a text
     * @throws FingerprintNotStoredException if the index stores neither fingerprints nor texts
     * @throws DocumentNotFoundException if there is no document of this id
     */
    Fingerprint of(String id, long memory) {
        Objects.requireNonNull(id, "id");
        if (stored.isNone()) {
            throw new FingerprintNotStoredException();
        }
        for (Part part : parts) {
            Optional<Part.Size> size = part.find(id);
            if (size.isPresent()) {
                return of(part, id, size.get(), memory);
            }
        }
        throw new DocumentNotFoundException(id);
    }

    private Fingerprint of(Part part, String id, Part.Size size, long memory) {
        if (stored.fingerprints()) {
            StoredFingerprint f = part.fingerprint(id, scheme).orElseThrow();
            return Fingerprint.stored(scheme, f.minutiae(), f.frequencies(), size.words());
        }
        return tools.fingerprinters().get().fingerprint(part.text(id).orElseThrow(), memory);
    }

    /** The same as a query or one side of a comparison. */
    QueryFingerprint query(String id, long memory) {
        Fingerprint fingerprint = of(id, memory);
        return new QueryFingerprint(fingerprint, Optional.of(fingerprint), scheme, tools.extras());
    }
}
