package io.whorl.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of preparing a batch of documents.
 *
 * @param documents all of the batch, or those before the first that failed
 * @param failure why that one failed
 */
record PreparedBatch(List<PreparedDocument> documents, Optional<Throwable> failure) {
    static PreparedBatch of(List<NewDocument> batch, Function<NewDocument, PreparedDocument> prepare) {
        List<PreparedDocument> documents = new ArrayList<>(batch.size());
        try {
            for (NewDocument document : batch) {
                documents.add(prepare.apply(document));
            }
        } catch (RuntimeException | Error e) {
            return new PreparedBatch(documents, Optional.of(e));
        }
        return new PreparedBatch(documents, Optional.empty());
    }

    void rethrow() {
        if (failure.isPresent() && failure.get() instanceof RuntimeException e) {
            throw e;
        }
        if (failure.isPresent() && failure.get() instanceof Error e) {
            throw e;
        }
    }
}
