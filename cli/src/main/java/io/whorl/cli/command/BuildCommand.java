package io.whorl.cli.command;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.report.BuildSummary;
import io.whorl.corpus.Document;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a new index. */
@Command(name = "build")
final class BuildCommand extends IngestCommand {
    private static final String OUTCOME = "nothing was built";

    @Option(names = "--force")
    private boolean force;

    @Mixin
    private BuildingOptions building;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING, order = 3)
    private SchemeOptions schemeOptions = new SchemeOptions();

    private BuildOptions options;
    private Scheme scheme;

    @Override
    void prepare() throws IOException {
        options = building.over(BuildOptions.DEFAULT.replace(force).threads(whorl.threads()), usage());
        SourceCheck.check(index, sources, usage());
        scheme = schemeOptions.scheme(usage());
    }

    @Override
    void ingest() throws IOException {
        BuildSummary summary = new BuildSummary(index);
        try (IndexBuilder builder = create()) {
            BuildReport report = build(builder);
            summary.print(report, skipped, options.duplicates(), console());
        }
    }

    private IndexBuilder create() throws IOException {
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

    private BuildReport build(IndexBuilder builder) throws IOException {
        try {
            return read("build", OUTCOME, (documents, progress) -> {
                for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
                    builder.add(next.get().id(), next.get().utf8(), dates.of(next.get()));
                    refused.report();
                }
                progress.phase("sorting and writing");
                return builder.finish(report -> requireDocuments(report, OUTCOME));
            });
        } catch (FailedException | FileSystemException | InterruptedIOException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            // For example a full disk: the message of the system names neither the file nor the state of the index.
            throw new FailedException(index + " cannot be built: " + e.getMessage()
                    + "; the unfinished files are removed, and an existing index is unchanged");
        }
    }
}
