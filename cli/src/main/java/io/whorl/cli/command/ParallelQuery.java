package io.whorl.cli.command;

import io.whorl.corpus.Document;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;

/** Runs many queries on several threads, and delivers the answers in the order of the texts. */
final class ParallelQuery {
    private final Snapshot snapshot;
    private final QueryOptions options;
    private final Selection selection;

    /** The receiver of the answers. */
    interface Answers {
        void accept(String id, Matches matches) throws IOException;
    }

    /** @param selection the selection of the queries, or null for that of the index */
    ParallelQuery(Snapshot snapshot, QueryOptions options, Selection selection) {
        this.snapshot = snapshot;
        this.options = options;
        this.selection = selection;
    }

    void run(ParallelTexts.Texts texts, int threads, Answers answers) throws IOException {
        ParallelTexts.run(texts, threads, this::query, (text, matches) -> answers.accept(text.id(), matches));
    }

    private Matches query(Document text) {
        return selection == null
                ? snapshot.query(text.utf8(), options)
                : snapshot.query(text.utf8(), selection, options);
    }
}
