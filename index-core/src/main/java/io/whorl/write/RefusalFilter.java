package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentForms;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Leaves out documents that cannot be fingerprinted in the given memory, and reports them. Thread-safe. */
final class RefusalFilter {
    /** Replaces a document that is left out. */
    private static final PreparedDocument NOTHING = new PreparedDocument(
            new byte[0], 0, new byte[0], new long[0], new int[0], true, DocumentForms.NONE, DocumentDate.NONE);

    private final Consumer<RefusedDocument> refused;

    /** @param refused is called by one thread at a time */
    RefusalFilter(Consumer<RefusedDocument> refused) {
        this.refused = refused;
    }

    PreparedDocument prepare(NewDocument document, Function<NewDocument, PreparedDocument> prepare) {
        try {
            return prepare.apply(document);
        } catch (LimitExceededException e) {
            refuse(document, e);
            return NOTHING;
        }
    }

    boolean add(NewDocument document, PreparedDocument prepared, ParallelAdder.Sink to) throws IOException {
        return prepared != NOTHING && to.add(document, prepared);
    }

    private synchronized void refuse(NewDocument document, LimitExceededException reason) {
        refused.accept(new RefusedDocument(document.id(), reason));
    }
}
