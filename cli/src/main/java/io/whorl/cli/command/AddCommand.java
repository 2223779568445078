package io.whorl.cli.command;

import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.cli.report.BuildSummary.WithoutMinutiae;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Adds documents to an index, in one commit. */
@Command(
        name = "add",
        exitCodeList = {HelpText.READ, HelpText.NOT_READ, HelpText.WRONG_USAGE})
final class AddCommand extends Subcommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(index = "0", paramLabel = "INDEX")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE")
    private List<Path> sources;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING)
    private DatingOptions dating = new DatingOptions();

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions readerOptions = dating.over(reading.of(sources, usage()), usage());
        SourceCheck.check(index, sources, usage());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        AfterCommit after = new AfterCommit(console(), index);
        long started = System.nanoTime();
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates dates = DocumentDates.open(dating);
                IndexWriter writer = writer(index);
                SourceReader reader = SourceReader.open(
                        sources,
                        readerOptions.threads(whorl.threads()),
                        console().streams(),
                        skipped)) {
            long before = documents(writer);
            long added = add(reader, writer, dates, skipped, after);
            dates.report(console());
            print(added, before, documents(writer), skipped.count(), (System.nanoTime() - started) / NANOS_PER_SECOND);
            after.close(writer);
        }
        skipped.noteExcluded(console());
        return skipped.exitCode(reading.lenient(), "the documents that were read are added", console());
    }

    private long add(
            SourceReader reader, IndexWriter writer, DocumentDates dates, SkippedDocuments skipped, AfterCommit after)
            throws IOException {
        try (Progress progress = console().progress("add", reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            SourceDocuments documents = new SourceDocuments(reader, progress, skipped, reading, "nothing was added");
            RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
            WithoutMinutiae withoutMinutiae = new WithoutMinutiae();
            long added = writer.addAll(() -> new NewDocuments(documents, dates), refused, withoutMinutiae);
            refused.report();
            withoutMinutiae.warn(console());
            progress.phase("writing");
            writer.commit();
            progress.phase("merging");
            after.merge(writer);
            return added;
        }
    }

    private static long documents(IndexWriter writer) {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.documents();
        }
    }

    private void print(long added, long before, long now, long skipped, double seconds) throws IOException {
        note(String.format(
                Locale.ROOT,
                "added %s to %s in %.1f s; the index has %s now",
                Amount.of(added, "document"),
                index,
                seconds,
                Amount.of(now, "document")));
        print(new Figures()
                .count("added", added)
                .count("replaced", before + added - now)
                .count("skipped", skipped)
                .count("documents", now));
    }

    /** The documents in the form that the writer accepts. */
    private static final class NewDocuments implements Iterator<NewDocument> {
        private final SourceDocuments documents;
        private final DocumentDates dates;
        private Optional<Document> next = Optional.empty();
        private boolean ended;

        NewDocuments(SourceDocuments documents, DocumentDates dates) {
            this.documents = documents;
            this.dates = dates;
        }

        @Override
        public boolean hasNext() {
            if (next.isEmpty() && !ended) {
                try {
                    next = documents.next();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                ended = next.isEmpty();
            }
            return next.isPresent();
        }

        @Override
        public NewDocument next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are no more documents");
            }
            Document document = next.orElseThrow();
            next = Optional.empty();
            return new NewDocument(document.id(), document.utf8(), dates.of(document));
        }
    }
}
