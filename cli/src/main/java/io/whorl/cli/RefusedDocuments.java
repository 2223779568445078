package io.whorl.cli;

import io.whorl.build.RefusedDocument;
import io.whorl.corpus.format.Skipped;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Documents that could not be fingerprinted in the memory given: counted and told as those that could not be read.
 * They come from any thread, and are passed on by the command's.
 */
final class RefusedDocuments implements Consumer<RefusedDocument> {
    private final Queue<RefusedDocument> refused = new ConcurrentLinkedQueue<>();
    private final SkippedDocuments skipped;
    private final boolean strict;

    /** @param strict whether one ends the command */
    RefusedDocuments(SkippedDocuments skipped, boolean strict) {
        this.skipped = skipped;
        this.strict = strict;
    }

    @Override
    public void accept(RefusedDocument document) {
        if (strict) {
            throw document.reason();
        }
        refused.add(document);
    }

    /** Passes on what has come. */
    void tell() {
        for (RefusedDocument next = refused.poll(); next != null; next = refused.poll()) {
            skipped.accept(new Skipped(next.id(), Skipped.Reason.TOO_LARGE, next.reason().getMessage()));
        }
    }
}
