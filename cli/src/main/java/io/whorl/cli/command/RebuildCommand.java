package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.report.ProcessMemory;
import io.whorl.cli.report.RebuildSummary;
import io.whorl.cli.report.SampledTexts;
import io.whorl.corpus.Document;
import io.whorl.corpus.SourceFacts;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Replaces an index while the old one serves queries, or builds the first one in steps that can be resumed. */
@Command(name = "rebuild")
final class RebuildCommand extends IngestCommand {
    /** What the message of a failure says about the index. */
    private static final String OUTCOME =
            "the index is unchanged, and the finished steps are kept; continue with --resume";
    /** The time after which the documents that were read become a finished step, however slow reading is. */
    private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final int SAMPLED_TEXT_BYTES = 1 << 20;
    private static final long SAMPLE_BYTES = 16 << 20;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--force")
    private boolean force;

    @Option(names = "--scheme", paramLabel = "FILE")
    private Path schemeFile;

    @Option(names = "--max-df", paramLabel = "N", converter = FrequencyLimitConverter.class)
    private long maxDf = 1_000;

    @Option(names = "--report", paramLabel = "FILE")
    private Path report;

    @Option(names = "--run-text", paramLabel = "SIZE", hidden = true)
    private ByteSize runText =
            new ByteSize(RebuildOptions.DEFAULT.buildOptions().runText());

    @Mixin
    private BuildingOptions building;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING, order = 3)
    private SchemeOptions schemeOptions = new SchemeOptions();

    private final SampledTexts sample = new SampledTexts(SAMPLED_TEXT_BYTES, SAMPLE_BYTES);
    private RebuildOptions options;
    private Optional<ResultFile> reportFile;

    @Override
    boolean hasOtherResults() {
        return report != null;
    }

    @Override
    void prepare() throws IOException {
        SourceCheck.check(index, sources, usage());
        options = rebuildOptions().expectedText(expectedText());
        reportFile = ResultFile.at(Optional.ofNullable(report));
    }

    @Override
    void ingest() throws IOException {
        RebuildSummary summary = new RebuildSummary(index, maxDf);
        try (IndexRebuild rebuild = open()) {
            if (resume) {
                note("resuming after " + Amount.of(rebuild.resumed(), "document")
                        + ", which are read again but not processed again");
            }
            IndexRebuild.Report done = rebuild(rebuild);
            summary.print(done, rebuild.scheme(), skipped, sample, console(), reportFile);
        }
    }

    /** Returns the size of the sources, from which the disk space is estimated, or 0 if it is unknown. */
    private long expectedText() throws IOException {
        boolean known = reading.readsAll() && sources.stream().noneMatch(SourceCheck::isStandardInput);
        return known ? SourceFacts.bytes(sources) : 0;
    }

    private IndexRebuild open() throws IOException {
        if (resume) {
            return IndexRebuild.resume(index, options);
        }
        boolean unfinished = Files.exists(index.resolve("rebuild"));
        boolean first = !Files.exists(index.resolve("MANIFEST"));
        try {
            IndexRebuild begun = IndexRebuild.begin(index, options);
            if (first) {
                note("there is no index at " + index + ": creating the first one");
            }
            if (unfinished) {
                note("starting from the beginning: the steps of an unfinished rebuild are discarded");
            }
            return begun;
        } catch (DiskSpaceException e) {
            throw new FailedException(
                    e.getMessage() + " (estimated from the size of the sources; --force starts anyway)");
        }
    }

    /** Adds all documents in finished steps that survive a failure, and puts the new index in place. */
    private IndexRebuild.Report rebuild(IndexRebuild rebuild) throws IOException {
        rebuild.onRefused(refused);
        try {
            return read("rebuild", OUTCOME, (documents, progress) -> {
                addAll(documents, rebuild);
                progress.phase("merging, checking, replacing");
                return rebuild.finish(built -> requireDocuments(built, "the index is unchanged"));
            });
        } catch (FailedException | FileSystemException e) {
            throw e;
        } catch (DiskSpaceException e) {
            throw new FailedException(e.getMessage() + " (" + OUTCOME + ")");
        } catch (IOException e) {
            // For example an interrupt or a full disk: the message of the system does not name the file.
            throw new FailedException(index + " cannot be rebuilt: "
                    + (e.getMessage() == null ? "interrupted" : e.getMessage()) + "; " + OUTCOME);
        }
    }

    private void addAll(SourceDocuments documents, IndexRebuild rebuild) throws IOException {
        long checkpoint = System.nanoTime();
        for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
            rebuild.add(next.get().id(), next.get().utf8(), dates.of(next.get()));
            sample.add(next.get().utf8());
            refused.report();
            if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                rebuild.checkpoint();
                checkpoint = System.nanoTime();
            }
        }
    }

    private RebuildOptions rebuildOptions() throws IOException {
        usage().refuse(
                        report != null && !isWritable(report.toAbsolutePath()),
                        "--report is " + report + ", which is not a file in an existing directory");
        new OutputCheck(usage())
                .reads("source", sources)
                .reads("index", List.of(index))
                .reads("file of --scheme", Optional.ofNullable(schemeFile))
                .reads("file of --dates", dating.file())
                .writes("--report", Optional.ofNullable(report))
                .check();
        usage().refuse(maxDf < 1, "--max-df is " + maxDf + "; it must be at least 1");
        for (Path source : sources) {
            usage().refuse(
                            resume && (SourceCheck.isStandardInput(source) || !SourceFacts.isRepeatable(source)),
                            "--resume reads the sources again, but " + source
                                    + " cannot be read twice; start from the beginning, without --resume");
        }
        BuildOptions defaults = usage().checked(() -> RebuildOptions.DEFAULT
                .buildOptions()
                .threads(whorl.threads())
                .runText(runText.bytes())
                .memory(ProcessMemory.forBuilds())
                .duplicates(Duplicates.KEEP));
        Map<String, String> facts = reading.facts();
        facts.putAll(dating.facts());
        facts.putAll(SourceFacts.of(
                sources.stream().filter(s -> !SourceCheck.isStandardInput(s)).toList()));
        RebuildOptions given = RebuildOptions.DEFAULT
                .buildOptions(building.over(defaults, usage()))
                .facts(facts)
                .force(force)
                .maxDf(maxDf);
        usage().refuse(
                        schemeFile != null && isAnyGiven(SchemeOptions.HEADING),
                        "--scheme gives the whole scheme, which other options of the scheme contradict; leave one"
                                + " out");
        if (schemeFile != null) {
            return given.scheme(SchemeOptions.read(schemeFile));
        }
        boolean first = !resume && !Files.exists(index.resolve("MANIFEST"));
        return first || isAnyGiven(SchemeOptions.HEADING) ? given.scheme(schemeOptions.scheme(usage())) : given;
    }

    /** Checks what can be checked before hours of work. */
    private static boolean isWritable(Path absolute) {
        return absolute.getParent() != null && Files.isDirectory(absolute.getParent()) && !Files.isDirectory(absolute);
    }
}
