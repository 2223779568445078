package io.whorl.build;

import io.whorl.fingerprint.DocumentCounts;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.DocumentExtras;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import java.io.IOException;

/** What one thread needs to fingerprint batches and to spool their postings. One thread at a time. */
final class FingerprintWorker {
    private final Fingerprinter fingerprinter;
    private final PostingSpool spool;
    private final DocumentExtras extras;
    private final long minDocument;
    private final SelectedChunks selected = new SelectedChunks(false);
    private long malformed;

    FingerprintWorker(Fingerprinter fingerprinter, PostingSpool spool, long minDocument) {
        this.fingerprinter = fingerprinter;
        this.spool = spool;
        this.minDocument = minDocument;
        extras = DocumentExtras.of(fingerprinter.scheme());
    }

    Scheme scheme() {
        return fingerprinter.scheme();
    }

    PostingSpool spool() {
        return spool;
    }

    /** Malformed UTF-8 sequences met in all documents. */
    long malformed() {
        return malformed;
    }

    void fingerprint(Batch batch) throws IOException {
        int n = batch.size();
        batch.words = new long[n];
        batch.left = new byte[n];
        batch.extras = new byte[n][];
        for (int i = 0; i < n; i++) {
            byte[] text = batch.text(i);
            DocumentCounts counts = fingerprinter.select(text, 0, text.length, selected);
            malformed += counts.malformed();
            batch.words[i] = counts.words();
            if (counts.words() < minDocument) {
                batch.left[i] = Batch.TOO_SHORT;
                continue;
            }
            batch.extras[i] = extras.of(selected.array(), selected.size(), counts.words());
            spool.add(selected.array(), selected.size(), batch.first + i);
        }
        batch.fingerprinted();
    }
}
