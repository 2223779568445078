package io.whorl.cli.input;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.Skipped;
import io.whorl.store.DocumentId;
import java.io.IOException;
import java.util.Optional;

/** The documents that a command indexes: with valid ids, counted, and shown in the progress display. One thread. */
public final class SourceDocuments {
    private final SourceReader reader;
    private final Progress progress;
    private final SkippedDocuments skipped;
    private final ReadingOptions reading;
    private final String outcome;
    private long documents;

    /** @param outcome what the message of a failure says about the index, such as "nothing was built" */
    public SourceDocuments(
            SourceReader reader, Progress progress, SkippedDocuments skipped, ReadingOptions reading, String outcome) {
        this.reader = reader;
        this.progress = progress;
        this.skipped = skipped;
        this.reading = reading;
        this.outcome = outcome;
    }

    /**
     * Returns the next document, or nothing at the end.
     *
     * @throws FailedException if the thread is interrupted, if a document was skipped in strict mode, or if the sources
     *     end without a document and that is not allowed
     */
    public Optional<Document> next() throws IOException {
        while (true) {
            Optional<Document> next = reader.next();
            boolean usable = next.isPresent() && hasValidId(next.get());
            if (reading.strict()) {
                skipped.requireNone(outcome);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new FailedException("interrupted; " + outcome);
            }
            documents += usable ? 1 : 0;
            progress.at(reader.bytesRead(), documents);
            if (next.isEmpty()) {
                skipped.requireDocuments(documents, reading.allowEmpty(), outcome);
            }
            if (usable || next.isEmpty()) {
                return next;
            }
        }
    }

    /** A format of a plug-in may return any id. */
    private boolean hasValidId(Document document) {
        try {
            DocumentId.utf8(document.id());
            return true;
        } catch (IllegalArgumentException e) {
            skipped.accept(new Skipped(document.place(), Skipped.Reason.INVALID, e.getMessage()));
            return false;
        }
    }
}
