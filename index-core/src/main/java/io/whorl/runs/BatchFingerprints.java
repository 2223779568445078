package io.whorl.runs;

import io.whorl.LimitExceededException;
import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.FormSpool;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.store.FingerprintEncoder;
import io.whorl.store.StoredForms;
import java.io.IOException;

/** Encodes the fingerprints of batches and spools them, several with one write. One thread at a time. */
final class BatchFingerprints {
    private static final int SPOOLED = 1 << 18;
    /** The largest stored fingerprint in bytes. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final FormSpool spool;
    private final int most;
    private final int spooled;
    private final FingerprintEncoder encoder;
    /** The documents of the batch whose fingerprints are in the encoder: from this one on, with their sizes. */
    private int first;

    private int[] sizes = new int[16];
    private int next;

    /** @param frequencies whether the scheme keeps frequencies */
    BatchFingerprints(FormSpool spool, boolean frequencies) {
        this(spool, frequencies, MOST, SPOOLED);
    }

    /**
     * With other limits, for tests.
     *
     * @param most the largest stored fingerprint in bytes
     * @param spooled bytes to write at a time
     */
    BatchFingerprints(FormSpool spool, boolean frequencies, int most, int spooled) {
        this.spool = spool;
        this.most = most;
        this.spooled = spooled;
        encoder = new FingerprintEncoder(frequencies);
    }

    /** Begins a batch. */
    void begin(DocumentBatch batch) {
        encoder.clear();
        first = 0;
        next = 0;
        sizes = sizes.length < batch.size() ? new int[batch.size()] : sizes;
    }

    /**
     * Stores the fingerprint of the next document of the batch.
     *
     * @throws LimitExceededException if it is too large; {@link #skip} must be called then
     */
    void add(DocumentBatch batch, DocumentMinutiae minutiae) throws IOException {
        if (minutiae.isPlain()) {
            encoder.begin();
            minutiae.forEach(encoder::add);
            added(batch, (int) encoder.end());
            return;
        }
        flush(batch);
        long[] bytes = new long[1];
        long place;
        try {
            place = spool.append(out -> write(minutiae, out, bytes));
        } finally {
            encoder.clear();
        }
        batch.stored(FormSpool.Kind.FINGERPRINT, next++, place, (int) bytes[0]);
        first = next;
    }

    /** @param bytes receives the length in its only element */
    private void write(DocumentMinutiae minutiae, StoredForms.Sink out, long[] bytes) throws IOException {
        encoder.begin();
        minutiae.forEach((minutia, count) -> {
            encoder.add(minutia, count);
            if (encoder.size() >= spooled) {
                bytes[0] += pass(out, bytes[0]);
            }
        });
        encoder.end();
        bytes[0] += pass(out, bytes[0]);
    }

    /** Writes what is encoded, and returns its length. */
    private int pass(StoredForms.Sink out, long before) throws IOException {
        int n = encoder.size();
        LimitExceededException.require("bytes of a stored fingerprint", before + n, most, "split the document");
        out.put(encoder.bytes(), 0, n);
        encoder.clear();
        return n;
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
        if (encoder.size() >= spooled) {
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
