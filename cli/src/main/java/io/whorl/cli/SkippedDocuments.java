package io.whorl.cli;

import io.whorl.corpus.Skipped;
import java.util.function.Consumer;

/** Counts the documents passed over, and tells of each. One thread. */
final class SkippedDocuments implements Consumer<Skipped> {
    private final Streams streams;
    private long count;
    private String last = "";

    SkippedDocuments(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void accept(Skipped skipped) {
        count++;
        last = skipped.place() + ": " + skipped.detail();
        streams.tell("skipped " + last);
    }

    long count() {
        return count;
    }

    /** @throws FailedException if any document was passed over: the meaning of {@code --strict} */
    void insistOnNone() throws FailedException {
        if (count > 0) {
            throw new FailedException("a document cannot be read, and --strict was given; nothing is built (" + last + ")");
        }
    }
}
