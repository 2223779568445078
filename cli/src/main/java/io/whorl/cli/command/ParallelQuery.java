package io.whorl.cli.command;

import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.Decision;
import io.whorl.cli.option.Decision.Verdict;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs many queries on several threads, and delivers the answers in the order of the texts. */
final class ParallelQuery {
    private final Snapshot snapshot;
    private final QueryOptions options;
    private final Selection selection;
    private final Optional<Decision> decision;

    /**
     * The answer to a query.
     *
     * @param verdicts one for each match; empty if no decision was requested
     * @param isShort whether the text is shorter than a chunk
     */
    record Answer(Matches matches, List<Verdict> verdicts, boolean isShort) {}

    /** The receiver of the answers. */
    interface Answers {
        void accept(String id, Answer answer) throws IOException;
    }

    /**
     * @param selection the selection of the queries, or null for that of the index
     * @param decision to be made for each match; needs the texts that the index stores
     */
    ParallelQuery(Snapshot snapshot, QueryOptions options, Selection selection, Optional<Decision> decision) {
        this.snapshot = snapshot;
        this.options = options;
        this.selection = selection;
        this.decision = decision;
    }

    void run(ParallelTexts.Texts texts, int threads, Answers answers) throws IOException {
        ParallelTexts.run(texts, threads, this::query, (text, answer) -> answers.accept(text.id(), answer));
    }

    private Answer query(Document text) {
        Matches matches = selection == null
                ? snapshot.query(text.utf8(), options)
                : snapshot.query(text.utf8(), selection, options);
        // Only a text of one minutia can be.
        boolean isShort = matches.minutiae() == 1
                && TextWarnings.isShorterThanChunk(
                        Fingerprinter.of(snapshot.scheme()).fingerprint(text.utf8()));
        return new Answer(matches, decision.map(d -> verdicts(d, text, matches)).orElse(List.of()), isShort);
    }

    private List<Verdict> verdicts(Decision by, Document text, Matches matches) {
        List<Verdict> verdicts = new ArrayList<>();
        Fingerprinter fingerprinter = Fingerprinter.of(snapshot.scheme());
        for (Match match : matches.matches()) {
            byte[] stored = snapshot.text(match.id()).orElseThrow();
            verdicts.add(by.of(fingerprinter.locate(text.utf8(), stored)));
        }
        return verdicts;
    }
}
