package io.whorl.assembly;

import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The spools of what an index stores of its documents.
 *
 * @param texts empty if no texts are stored
 * @param fingerprints empty if no fingerprints are stored
 */
public record FormSpools(Optional<FormSpool> texts, Optional<FormSpool> fingerprints) implements Closeable {
    @SuppressWarnings("resource")
    public static FormSpools of(StoredKinds stored, ScratchSpace space) throws IOException {
        Optional<FormSpool> texts =
                stored.texts() ? Optional.of(new FormSpool(FormSpool.Kind.TEXT, space)) : Optional.empty();
        try {
            return new FormSpools(
                    texts,
                    stored.fingerprints()
                            ? Optional.of(new FormSpool(FormSpool.Kind.FINGERPRINT, space))
                            : Optional.empty());
        } catch (IOException e) {
            new FormSpools(texts, Optional.empty()).close();
            throw e;
        }
    }

    /** The number of bytes in the spools. */
    public long size() {
        return texts.map(FormSpool::size).orElse(0L)
                + fingerprints.map(FormSpool::size).orElse(0L);
    }

    @Override
    public void close() throws IOException {
        if (texts.isPresent()) {
            texts.get().close();
        }
        if (fingerprints.isPresent()) {
            fingerprints.get().close();
        }
    }
}
