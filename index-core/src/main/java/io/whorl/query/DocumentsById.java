package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.parts.Part;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.store.DocumentDate;
import java.util.List;
import java.util.Optional;

/** Finds single documents by their ids. An id is in at most one part. */
record DocumentsById(List<Part> parts) {
    Optional<Snapshot.Document> find(String id) {
        for (Part part : parts) {
            Optional<Part.Size> size = part.find(id);
            if (size.isPresent()) {
                return Optional.of(new Snapshot.Document(
                        id,
                        size.get().words(),
                        size.get().minutiae(),
                        DocumentDate.instant(size.get().date())));
            }
        }
        return Optional.empty();
    }

    Optional<byte[]> text(String id) {
        for (Part part : parts) {
            Optional<byte[]> text = part.text(id);
            if (text.isPresent()) {
                return text;
            }
        }
        return Optional.empty();
    }

    /** Whether a document has this fingerprint. Each minutia is looked up. */
    boolean isFingerprintOf(String id, Fingerprint fingerprint, SearchBuffers buffers, QueryMemory memory) {
        for (Part part : parts) {
            Optional<Part.Size> size = part.find(id);
            if (size.isPresent()) {
                return size.get().words() == fingerprint.words()
                        && size.get().minutiae() == fingerprint.size()
                        && part.holdsAll(id, fingerprint.toArray(), buffers, memory);
            }
        }
        return false;
    }
}
