package io.whorl.cli.command;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.report.BuildSummary;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds a new index. */
@Command(
        name = "build",
        exitCodeList = {HelpText.READ, HelpText.NOT_READ, HelpText.WRONG_USAGE})
final class BuildCommand extends Subcommand {
    private static final String OUTCOME = "nothing was built";

    @Parameters(index = "0", paramLabel = "INDEX")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE")
    private List<Path> sources;

    @Option(names = "--force")
    private boolean force;

    @Mixin
    private BuildingOptions building;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING)
    private DatingOptions dating = new DatingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions readerOptions = dating.over(reading.of(sources, usage()), usage());
        BuildOptions options = building.over(BuildOptions.DEFAULT.replace(force).threads(whorl.threads()), usage());
        SourceCheck.check(index, sources, usage());
        Scheme scheme = schemeOptions.scheme(usage());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
        BuildSummary summary = new BuildSummary(index);
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates dates = DocumentDates.open(dating);
                SourceReader reader = SourceReader.open(
                        sources,
                        readerOptions.threads(whorl.threads()),
                        console().streams(),
                        skipped);
                IndexBuilder builder = create(scheme, options, refused)) {
            BuildReport report = build(reader, builder, dates, skipped, refused);
            dates.report(console());
            summary.print(report, skipped, options.duplicates(), console());
            return skipped.exitCode(reading.lenient(), "the index holds what was read", console());
        }
    }

    private IndexBuilder create(Scheme scheme, BuildOptions options, RefusedDocuments refused) throws IOException {
        try {
            return IndexBuilder.create(index, scheme, options, refused);
        } catch (RefusedException e) {
            // --force replaces indexes, but never a directory of other files.
            if (e.reason() == RefusedException.Reason.EXISTS && !force && Files.exists(index.resolve("MANIFEST"))) {
                throw new FailedException(e.getMessage() + " (--force)");
            }
            throw e;
        }
    }

    private BuildReport build(
            SourceReader reader,
            IndexBuilder builder,
            DocumentDates dates,
            SkippedDocuments skipped,
            RefusedDocuments refused)
            throws IOException {
        try (Progress progress = console().progress("build", reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            SourceDocuments documents = new SourceDocuments(reader, progress, skipped, reading, OUTCOME);
            for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
                builder.add(next.get().id(), next.get().utf8(), dates.of(next.get()));
                refused.report();
            }
            progress.phase("sorting and writing");
            BuildReport report = builder.finish(IndexedDocuments.check(reading, OUTCOME));
            refused.report();
            return report;
        } catch (FailedException | FileSystemException | InterruptedIOException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // For example a full disk: the message of the system names neither the file nor the state of the index.
            throw new FailedException(index + " cannot be built: " + e.getMessage()
                    + "; the unfinished files are removed, and an existing index is unchanged");
        }
    }
}
