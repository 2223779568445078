package io.whorl.cli.input;

import io.whorl.bulk.RefusedDocument;
import io.whorl.cli.console.FailedException;
import io.whorl.corpus.format.Skipped;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Documents that could not be fingerprinted in the memory given: counted and reported as those that could not be read.
 * Any thread may report one; the command's thread passes it on.
 */
public final class RefusedDocuments implements Consumer<RefusedDocument> {
    private final Queue<RefusedDocument> refused = new ConcurrentLinkedQueue<>();
    private final SkippedDocuments skipped;
    private final boolean strict;

    /** @param strict whether one ends the command */
    public RefusedDocuments(SkippedDocuments skipped, boolean strict) {
        this.skipped = skipped;
        this.strict = strict;
    }

    @Override
    public void accept(RefusedDocument document) {
        if (strict) {
            throw new UncheckedIOException(new FailedException("a document cannot be fingerprinted, and --strict was"
                    + " given (" + document.id() + ": " + document.reason().getMessage() + ")"));
        }
        refused.add(document);
    }

    /** Passes on what has come. */
    public void tell() {
        for (RefusedDocument next = refused.poll(); next != null; next = refused.poll()) {
            skipped.accept(new Skipped(
                    next.id(), Skipped.Reason.TOO_LARGE, next.reason().getMessage()));
        }
    }
}
