package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What the readers of all sources share: the options, where to report, and the bytes consumed. */
record Reading(CorpusOptions options, Consumer<Skipped> skipped, AtomicLong bytesRead) {
    /** The place of a part of a source, for messages. */
    static String place(String source, String member) {
        return source + "!" + member;
    }

    /** The document, or nothing, reported, when it has no id or is too large ({@code utf8} is empty). */
    Optional<Document> document(String id, Optional<byte[]> utf8, String place) {
        if (utf8.isEmpty()) {
            tooLarge(place);
            return Optional.empty();
        }
        if (id.isEmpty()) {
            skip(place, Skipped.Reason.INVALID, "its id is empty");
            return Optional.empty();
        }
        return Optional.of(new Document(id, utf8.get(), place));
    }

    void tooLarge(String place) {
        skip(place, Skipped.Reason.TOO_LARGE, "larger than the limit of " + options.maxDocument() + " bytes");
    }

    void skip(String place, Skipped.Reason reason, String detail) {
        skipped.accept(new Skipped(place, reason, detail));
    }
}
