package io.whorl.build;

import io.whorl.fingerprint.DocumentCounts;
import io.whorl.fingerprint.DocumentDigests;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.DocumentExtras;
import io.whorl.select.SelectedChunks;
import java.io.IOException;
import java.util.Optional;

/** What one thread needs to fingerprint batches and to spool their postings. One thread at a time. */
final class FingerprintWorker {
    private final Fingerprinter fingerprinter;
    private final PostingSpool spool;
    private final DocumentExtras extras;
    private final long minDocument;
    private final Optional<DocumentDigests> digests;
    private final SelectedChunks selected = new SelectedChunks(false);
    private long malformed;
    private volatile long extraBytes;

    /** @param digests whether duplicates are sought */
    FingerprintWorker(Fingerprinter fingerprinter, PostingSpool spool, long minDocument, boolean digests) {
        this.fingerprinter = fingerprinter;
        this.spool = spool;
        this.minDocument = minDocument;
        this.digests = digests ? Optional.of(new DocumentDigests()) : Optional.empty();
        extras = DocumentExtras.of(fingerprinter.scheme());
    }

    PostingSpool spool() {
        return spool;
    }

    /** Malformed UTF-8 sequences met in all documents. */
    long malformed() {
        return malformed;
    }

    /** Bytes of extras kept of all documents; may be asked by any thread. */
    long extraBytes() {
        return extraBytes;
    }

    void fingerprint(Batch batch) throws IOException {
        int n = batch.size();
        long extraTaken = 0;
        batch.words = new long[n];
        batch.left = new byte[n];
        batch.extras = new byte[n][];
        if (digests.isPresent()) {
            batch.digests = new byte[n * DocumentDigests.BYTES];
            batch.withMinutiae = new boolean[n];
        }
        for (int i = 0; i < n; i++) {
            DocumentCounts counts = select(batch, i);
            malformed += counts.malformed();
            batch.words[i] = counts.words();
            if (counts.words() < minDocument) {
                batch.left[i] = Batch.TOO_SHORT;
                batch.extras[i] = Batch.NOTHING;
                continue;
            }
            byte[] extra = extras.of(selected.array(), selected.size(), counts.words());
            batch.extras[i] = extra.length == 0 ? Batch.NOTHING : extra;
            extraTaken += extra.length;
            spool.add(selected.array(), selected.size(), batch.first + i);
        }
        extraBytes += extraTaken;
        batch.fingerprinted();
    }

    private DocumentCounts select(Batch batch, int i) {
        byte[] text = batch.text(i);
        if (digests.isEmpty()) {
            return fingerprinter.select(text, 0, text.length, selected);
        }
        DocumentCounts counts = fingerprinter.select(text, 0, text.length, selected, digests.get());
        digests.get().copy(batch.digests, i * DocumentDigests.BYTES);
        batch.withMinutiae[i] = digests.get().withMinutiae();
        return counts;
    }
}
