package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;
import java.util.Optional;

/** What became of a part: a document, or a report of why there is none. */
record Outcome(Optional<Document> document, Optional<Skipped> skipped) {
    static Outcome of(Document document) {
        return new Outcome(Optional.of(document), Optional.empty());
    }

    static Outcome of(Skipped skipped) {
        return new Outcome(Optional.empty(), Optional.of(skipped));
    }
}
