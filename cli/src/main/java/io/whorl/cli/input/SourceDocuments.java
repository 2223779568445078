package io.whorl.cli.input;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.format.Skipped;
import io.whorl.store.DocumentId;
import java.io.IOException;
import java.util.Optional;

/** The documents of some sources as a command takes them in, one after another. One thread. */
public final class SourceDocuments {
    private final CorpusReader corpus;
    private final Progress progress;
    private final SkippedDocuments skipped;
    private final ReadingOptions reading;
    private final String outcome;
    private long documents;

    /** @param outcome what became of all if it is broken off, such as "nothing is built" */
    public SourceDocuments(
            CorpusReader corpus, Progress progress, SkippedDocuments skipped, ReadingOptions reading, String outcome) {
        this.corpus = corpus;
        this.progress = progress;
        this.skipped = skipped;
        this.reading = reading;
        this.outcome = outcome;
    }

    /**
     * The next document that can be taken in; nothing at the end.
     *
     * @throws FailedException if the thread is interrupted, or one was passed over and that may not be; at the end if
     *     there was none at all and that may not be
     */
    public Optional<Document> next() throws IOException {
        while (true) {
            Optional<Document> next = corpus.next();
            boolean usable = next.isPresent() && hasUsableId(next.get());
            if (reading.strict()) {
                skipped.insistOnNone(outcome);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new FailedException("interrupted; " + outcome);
            }
            documents += usable ? 1 : 0;
            progress.at(corpus.bytesRead(), documents);
            if (next.isEmpty()) {
                skipped.insistOnSome(documents, reading.allowEmpty(), outcome);
            }
            if (usable || next.isEmpty()) {
                return next;
            }
        }
    }

    /** A format of the user's may give any id. */
    private boolean hasUsableId(Document document) {
        try {
            DocumentId.utf8(document.id());
            return true;
        } catch (IllegalArgumentException e) {
            skipped.accept(new Skipped(document.place(), Skipped.Reason.INVALID, e.getMessage()));
            return false;
        }
    }
}
