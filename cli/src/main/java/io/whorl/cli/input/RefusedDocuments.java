package io.whorl.cli.input;

import io.whorl.bulk.RefusedDocument;
import io.whorl.cli.console.FailedException;
import io.whorl.corpus.format.Skipped;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Documents that cannot be fingerprinted in the given memory. They are counted and reported like documents that cannot
 * be read. Any thread may add one. The thread of the command passes them on.
 */
public final class RefusedDocuments implements Consumer<RefusedDocument> {
    private final Queue<RefusedDocument> refused = new ConcurrentLinkedQueue<>();
    private final SkippedDocuments skipped;
    private final boolean strict;

    /** @param strict whether a refused document ends the command */
    public RefusedDocuments(SkippedDocuments skipped, boolean strict) {
        this.skipped = skipped;
        this.strict = strict;
    }

    @Override
    public void accept(RefusedDocument document) {
        if (strict) {
            throw new UncheckedIOException(
                    new FailedException("a document cannot be fingerprinted and --strict is set (" + document.id()
                            + ": " + document.reason().getMessage() + ")"));
        }
        refused.add(document);
    }

    /** Passes on the documents that were added since the last call. */
    public void report() {
        for (RefusedDocument next = refused.poll(); next != null; next = refused.poll()) {
            skipped.accept(new Skipped(
                    next.id(), Skipped.Reason.TOO_LARGE, next.reason().getMessage()));
        }
    }
}
