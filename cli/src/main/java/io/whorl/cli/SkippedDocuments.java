package io.whorl.cli;

import io.whorl.corpus.format.Skipped;
import java.util.function.Consumer;

/** Counts the documents passed over, and tells of each; what is left out by rule is as it should be. One thread. */
final class SkippedDocuments implements Consumer<Skipped> {
    private Consumer<String> told;
    private long count;
    private String last = "";

    SkippedDocuments(Consumer<String> told) {
        this.told = told;
    }

    /** Tells of later ones there, such as above a progress bar. */
    void tellTo(Consumer<String> where) {
        told = where;
    }

    @Override
    public void accept(Skipped skipped) {
        if (skipped.reason().isByRule()) {
            return;
        }
        count++;
        last = skipped.place() + ": " + skipped.detail();
        told.accept("skipped " + last);
    }

    long count() {
        return count;
    }

    /**
     * @param outcome what becomes of all then
     * @throws FailedException if any document was passed over: the meaning of {@code --strict}
     */
    void insistOnNone(String outcome) throws FailedException {
        if (count > 0) {
            throw new FailedException("a document cannot be read, and --strict was given; " + outcome + " (" + last + ")");
        }
    }
}
