package io.whorl.cli.command;

import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Adds the documents of some sources to an index, in one commit. */
@Command(
        name = "add",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Adds the documents of files, directories, archives and dumps to an index, as build reads them.",
            "A document takes the place of the one of the same id. All are there when the command returns, or none;",
            "queries that run meanwhile are not disturbed. Merging follows; if it fails, that is a warning, and the",
            "exit code is the commit's."
        },
        footer = {"", ReadingOptions.EXIT_CODES})
final class AddCommand extends Subcommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(index = "0", paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE", description = "Where the documents are.")
    private List<Path> sources;

    @Mixin
    private ReadingOptions reading;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions corpusOptions = reading.corpus(sources, usage());
        SourceCheck.check(index, sources, usage());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        AfterCommit after = new AfterCommit(console(), index);
        long started = System.nanoTime();
        try (InterruptOnExit interruption = new InterruptOnExit();
                IndexWriter writer = IndexWriter.open(
                        index,
                        WriterOptions.builder()
                                .liveMap(LiveMap.NONE)
                                .threads(whorl.threads())
                                .build());
                CorpusReader corpus = CorpusReader.open(
                        sources,
                        corpusOptions.toBuilder().threads(whorl.threads()).build(),
                        skipped)) {
            long before = documents(writer);
            long added = add(corpus, writer, skipped, after);
            print(added, before, documents(writer), skipped.count(), (System.nanoTime() - started) / NANOS_PER_SECOND);
            after.close(writer);
        }
        skipped.tellLeftOut(console());
        return skipped.exitCode(reading.lenient(), "what was read is added", console());
    }

    private long add(CorpusReader corpus, IndexWriter writer, SkippedDocuments skipped, AfterCommit after)
            throws IOException {
        try (Progress progress = Progress.of(console().streams(), console().quiet(), "add", corpus.bytesTotal())) {
            skipped.tellTo(progress::tell);
            SourceDocuments intake = new SourceDocuments(corpus, progress, skipped, reading, "nothing is added");
            RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
            long added = writer.addAll(() -> new Documents(intake), refused);
            refused.tell();
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
        console()
                .note(String.format(
                        Locale.ROOT,
                        "added %,d documents to %s in %.1f s; it has %,d now",
                        added,
                        index,
                        seconds,
                        now));
        try (Records records = console()
                .oneRecord(columns(
                        Column.number("added"),
                        Column.number("replaced"),
                        Column.number("skipped"),
                        Column.number("documents")))) {
            records.add(Value.count(added), Value.count(before + added - now), Value.count(skipped), Value.count(now));
        }
    }

    /** The documents as the writer takes them. */
    private static final class Documents implements Iterator<NewDocument> {
        private final SourceDocuments intake;
        private Optional<Document> next = Optional.empty();
        private boolean ended;

        Documents(SourceDocuments intake) {
            this.intake = intake;
        }

        @Override
        public boolean hasNext() {
            if (next.isEmpty() && !ended) {
                try {
                    next = intake.next();
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
            return new NewDocument(document.id(), document.utf8());
        }
    }
}
