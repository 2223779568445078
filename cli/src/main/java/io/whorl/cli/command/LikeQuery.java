package io.whorl.cli.command;

import io.whorl.DocumentNotFoundException;
import io.whorl.FingerprintNotStoredException;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Queries an index with its own documents. An id that the index does not have does not stop the others. */
final class LikeQuery {
    private final Snapshot snapshot;
    private final QueryOptions options;
    private final boolean withItself;

    /** @throws FingerprintNotStoredException if the index stores neither fingerprints nor texts */
    LikeQuery(Snapshot snapshot, QueryOptions options, boolean withItself) {
        if (!snapshot.storesFingerprints() && !snapshot.storesTexts()) {
            throw new FingerprintNotStoredException();
        }
        this.snapshot = snapshot;
        this.options = options;
        this.withItself = withItself;
    }

    /** @param listed the ids; it reports those that the index does not have */
    void run(ListedIds listed, int threads, ParallelQuery.Answers answers) throws IOException {
        OrderedTasks.run(listed, threads, this::query, (id, matches) -> {
            if (matches.isPresent()) {
                answers.accept(id, new ParallelQuery.Answer(matches.get(), List.of(), false));
            } else {
                listed.missing(id);
            }
        });
    }

    private Optional<Matches> query(String id) {
        try {
            return Optional.of(snapshot.like(id, withItself, options));
        } catch (DocumentNotFoundException e) {
            return Optional.empty();
        }
    }
}
