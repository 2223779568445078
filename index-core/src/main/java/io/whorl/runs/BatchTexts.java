package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.FormSpool;
import io.whorl.store.TextEncoder;
import java.io.IOException;

/** Compresses the texts of batches and spools them, several with one write. One thread at a time. */
final class BatchTexts {
    private static final int SPOOLED = 1 << 18;

    private final FormSpool spool;
    private final TextEncoder encoder = new TextEncoder();

    BatchTexts(FormSpool spool) {
        this.spool = spool;
    }

    /** Stores the texts of a batch, except those of documents that cannot be in the index. */
    void store(DocumentBatch batch) throws IOException {
        int[] sizes = new int[batch.size()];
        int first = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = batch.left[i] == DocumentBatch.REMOVED ? 0 : encoder.add(batch.text(i));
            if (encoder.size() >= SPOOLED || i == sizes.length - 1) {
                long place = spool.append(encoder.bytes(), 0, encoder.size());
                for (; first <= i; first++) {
                    batch.stored(FormSpool.Kind.TEXT, first, place, sizes[first]);
                    place += sizes[first];
                }
                encoder.clear();
            }
        }
    }
}
