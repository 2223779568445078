package io.whorl.cli.command;

import io.whorl.IndexExistsException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.report.BuildSummary;
import io.whorl.corpus.CorpusReader;
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

/** Makes a new index of the documents of some sources. */
@Command(
        name = "build",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Makes a new index of files, directories, archives and dumps, compressed or not, one in another or not.",
            "A document that cannot be read is reported and passed over."
        },
        footer = {"", ReadingOptions.EXIT_CODES})
final class BuildCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "The directory to make.")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE", description = "Where the documents are.")
    private List<Path> sources;

    @Option(
            names = "--force",
            description = "Replace an index that is there, in one step, once the new one is complete.")
    private boolean force;

    @Mixin
    private BuildingOptions building;

    @Mixin
    private ReadingOptions reading;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions options = new SchemeOptions();

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions corpusOptions = reading.corpus(sources, usage());
        BuildOptions how = building.over(
                BuildOptions.builder().replace(force).threads(whorl.threads()).build(), usage());
        SourceCheck.check(index, sources, usage());
        Scheme scheme = options.scheme(usage());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
        BuildSummary summary = new BuildSummary(index);
        try (InterruptOnExit interruption = new InterruptOnExit();
                CorpusReader corpus = CorpusReader.open(
                        sources,
                        corpusOptions.toBuilder().threads(whorl.threads()).build(),
                        skipped);
                IndexBuilder builder = create(scheme, how, refused)) {
            BuildReport built = build(corpus, builder, skipped, refused);
            summary.print(built, skipped, how.duplicates(), console());
            return skipped.exitCode(reading, built.documents(), console());
        }
    }

    private IndexBuilder create(Scheme scheme, BuildOptions how, RefusedDocuments refused) throws IOException {
        try {
            return IndexBuilder.create(index, scheme, how, refused);
        } catch (IndexExistsException e) {
            // What is no index is not replaced even with --force.
            if (!force && Files.exists(index.resolve("MANIFEST"))) {
                throw new FailedException(e.getMessage() + " (--force)");
            }
            throw e;
        }
    }

    private BuildReport build(
            CorpusReader corpus, IndexBuilder builder, SkippedDocuments skipped, RefusedDocuments refused)
            throws IOException {
        try (Progress progress = Progress.of(console().streams(), console().quiet(), "build", corpus.bytesTotal())) {
            skipped.tellTo(progress::tell);
            SourceDocuments intake = new SourceDocuments(corpus, progress, skipped, reading, "nothing is built");
            for (Optional<Document> next = intake.next(); next.isPresent(); next = intake.next()) {
                builder.add(next.get().id(), next.get().utf8());
                refused.tell();
            }
            progress.phase("sorting and writing");
            BuildReport report = builder.finish();
            refused.tell();
            return report;
        } catch (FailedException | FileSystemException | InterruptedIOException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // Such as a full disk, of which the system says neither where nor what became of the index.
            throw new FailedException(index + " cannot be built: " + e.getMessage()
                    + "; nothing is left of it, and an index that was there is as it was");
        }
    }
}
