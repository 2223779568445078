package io.whorl.runs;

import io.whorl.LimitExceededException;
import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.FormSpool;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.store.FingerprintEncoder;
import java.io.IOException;

/** Encodes the fingerprints of batches and spools them, several with one write. One thread at a time. */
final class BatchFingerprints {
    private static final int SPOOLED = 1 << 18;

    private final FormSpool spool;
    private final FingerprintEncoder encoder;
    /** The documents of the batch whose fingerprints are in the encoder: from this one on, with their sizes. */
    private int first;

    private int[] sizes = new int[16];
    private int next;

    /** @param frequencies whether the scheme keeps frequencies */
    BatchFingerprints(FormSpool spool, boolean frequencies) {
        this.spool = spool;
        encoder = new FingerprintEncoder(frequencies);
    }

    /** Begins a batch. */
    void begin(DocumentBatch batch) {
        encoder.clear();
        first = 0;
        next = 0;
        sizes = sizes.length < batch.size() ? new int[batch.size()] : sizes;
    }

    /** Stores the fingerprint of the next document of the batch. */
    void add(DocumentBatch batch, DocumentMinutiae minutiae) throws IOException {
        if (minutiae.isPlain()) {
            encoder.begin();
            minutiae.forEach(encoder::add);
            added(batch, (int) encoder.end());
            return;
        }
        flush(batch);
        long[] bytes = new long[1];
        long place = spool.append(out -> {
            encoder.begin();
            minutiae.forEach((minutia, count) -> {
                encoder.add(minutia, count);
                if (encoder.size() >= SPOOLED) {
                    out.put(encoder.bytes(), 0, encoder.size());
                    encoder.clear();
                }
            });
            bytes[0] = encoder.end();
            out.put(encoder.bytes(), 0, encoder.size());
            encoder.clear();
        });
        LimitExceededException.require(
                "bytes of a stored fingerprint", bytes[0], Integer.MAX_VALUE - 8, "split the document");
        batch.stored(FormSpool.Kind.FINGERPRINT, next++, place, (int) bytes[0]);
        first = next;
    }

    /** Stores an empty fingerprint for the next document, which is too short for the index. */
    void addEmpty(DocumentBatch batch) throws IOException {
        encoder.begin();
        added(batch, (int) encoder.end());
    }

    /** Leaves out the next document, which cannot be in the index. */
    void skip() {
        sizes[next++] = 0;
    }

    private void added(DocumentBatch batch, int bytes) throws IOException {
        sizes[next++] = bytes;
        if (encoder.size() >= SPOOLED) {
            flush(batch);
        }
    }

    /** Ends a batch, or makes room. */
    void flush(DocumentBatch batch) throws IOException {
        long place = spool.append(encoder.bytes(), 0, encoder.size());
        for (; first < next; first++) {
            batch.stored(FormSpool.Kind.FINGERPRINT, first, place, sizes[first]);
            place += sizes[first];
        }
        encoder.clear();
    }
}
