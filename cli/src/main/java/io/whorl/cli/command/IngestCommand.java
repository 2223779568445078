package io.whorl.cli.command;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.output.Amount;
import io.whorl.corpus.ReaderOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Parameters;

/** A command that reads the documents of sources into an index. */
abstract class IngestCommand extends IndexCommand {
    static final double NANOS_PER_SECOND = 1e9;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE")
    List<Path> sources;

    // The groups of subclasses have an order after these.
    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING, order = 1)
    ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING, order = 2)
    DatingOptions dating = new DatingOptions();

    SkippedDocuments skipped;
    RefusedDocuments refused;
    DocumentDates dates;
    private ReaderOptions readerOptions;

    /** Checks the other arguments, before anything is read. */
    abstract void prepare() throws IOException;

    /** Does the work, of which {@link #read} is a part. */
    abstract void ingest() throws IOException;

    /** What is done with the documents that were read if others could not be read. */
    String outcome() {
        return "the index holds what was read";
    }

    @Override
    @SuppressWarnings("try")
    public final Integer call() throws IOException {
        readerOptions = dating.over(reading.of(sources, usage()), usage()).threads(whorl.threads());
        prepare();
        skipped = new SkippedDocuments(console()::warn);
        refused = new RefusedDocuments(skipped, reading.strict());
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates opened = DocumentDates.open(dating)) {
            dates = opened;
            ingest();
        }
        return skipped.exitCode(reading.lenient(), outcome(), console());
    }

    interface Taking<R> {
        R from(SourceDocuments documents, Progress progress) throws IOException;
    }

    /** @param failed what the message of a failure says about the index, such as "nothing was built" */
    final <R> R read(String task, String failed, Taking<R> taking) throws IOException {
        R result;
        try (SourceReader reader =
                        SourceReader.open(sources, readerOptions, console().streams(), skipped);
                Progress progress = console().progress(task, reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            result = taking.from(new SourceDocuments(reader, progress, skipped, reading, failed), progress);
            refused.report();
        }
        dates.report(console());
        return result;
    }

    /** Refuses to publish an index if all documents that were read are left out, unless this is allowed. */
    final void requireDocuments(BuildReport report, String failed) {
        if (report.documents() > 0 || reading.allowEmpty()) {
            return;
        }
        StringJoiner reasons = new StringJoiner(", ").setEmptyValue("all documents");
        if (report.tooShort() > 0) {
            reasons.add(Amount.of(report.tooShort(), "document") + " shorter than --min-document");
        }
        if (report.refused() > 0) {
            reasons.add(Amount.of(report.refused(), "document") + " too large for the given memory");
        }
        throw new UncheckedIOException(new FailedException(
                "no document was indexed, so " + failed + "; left out: " + reasons + " (--allow-empty accepts this)"));
    }
}
