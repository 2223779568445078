package io.whorl.cli.command;

import io.whorl.cli.input.Lookahead;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.cli.report.BuildSummary.WithoutMinutiae;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Adds documents to an index, in one commit. */
@Command(name = "add")
final class AddCommand extends IngestCommand {
    private final long started = System.nanoTime();

    @Override
    void prepare() throws IOException {
        SourceCheck.check(index, sources, usage());
    }

    @Override
    String outcome() {
        return "the documents that were read are added";
    }

    @Override
    void ingest() throws IOException {
        AfterCommit after = new AfterCommit(console(), index);
        try (IndexWriter writer = writer(index)) {
            long before = documents(writer);
            long added = read("add", "nothing was added", (documents, progress) -> {
                WithoutMinutiae withoutMinutiae = new WithoutMinutiae();
                Lookahead<NewDocument> all = new Lookahead<>(
                        () -> documents.next().map(d -> new NewDocument(d.id(), d.utf8(), dates.of(d))));
                long count = writer.addAll(() -> all, refused, withoutMinutiae);
                refused.report();
                withoutMinutiae.warn(console());
                progress.phase("writing");
                writer.commit();
                progress.phase("merging");
                after.merge(writer);
                return count;
            });
            print(added, before, documents(writer));
            after.close(writer);
        }
        skipped.noteExcluded(console());
    }

    private static long documents(IndexWriter writer) {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.documents();
        }
    }

    private void print(long added, long before, long now) throws IOException {
        note(String.format(
                Locale.ROOT,
                "added %s to %s in %.1f s; the index has %s now",
                Amount.of(added, "document"),
                index,
                (System.nanoTime() - started) / NANOS_PER_SECOND,
                Amount.of(now, "document")));
        print(new Figures()
                .count("added", added)
                .count("replaced", before + added - now)
                .count("skipped", skipped.count())
                .count("documents", now));
    }
}
