package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.FrequencyLimitConverter;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SchemeFile;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.report.ProcessMemory;
import io.whorl.cli.report.RebuildSummary;
import io.whorl.cli.report.SampledTexts;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes an index anew from a dump, while the old one serves; or the first one. */
@Command(
        name = "rebuild",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Makes an index anew from all its documents, read as build reads them, beside the old one, which serves on;",
            "checks it, and puts it in the old one's place in one step. Until then nothing of the old one has changed, and",
            "what is finished is kept: after Ctrl-C, a kill or a full disk, the same command with --resume goes on.",
            "Where there is no index it makes the first one, in the same steps: for corpora that take hours to read."
        },
        footer = {"", ReadingOptions.EXIT_CODES})
final class RebuildCommand extends Subcommand {
    /** Of the machine's memory, and of java's limit. */
    private static final int MEMORY_SHARE = 4;

    private static final int LIMIT_SHARE = 2;
    private static final int SAMPLED_TEXT = 1 << 20;
    private static final long SAMPLE = 16 << 20;

    @Parameters(index = "0", paramLabel = "INDEX", description = "The index's directory.")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE", description = "Where the documents are.")
    private List<Path> sources;

    @Option(
            names = "--scheme",
            paramLabel = "FILE",
            description = "A new scheme for the index, as stats shows one (default: what the options of a scheme below"
                    + " say; without any the index's, or that of build where there is no index).")
    private Path schemeFile;

    @Option(
            names = "--resume",
            description = {
                "Go on with a rebuild that was stopped, with the same sources and options. The sources are read again from their",
                "beginning, but what was finished is not made again."
            })
    private boolean resume;

    @Option(
            names = "--force",
            description = {
                "Begin though the disk seems too small; resume though documents were added to the index, or deleted, since the",
                "rebuild was begun: the new index does not know of them, unless the sources do."
            })
    private boolean force;

    @Option(
            names = "--max-df",
            paramLabel = "N",
            converter = FrequencyLimitConverter.class,
            description = "Report how many minutiae more documents than N hold: those that queries with this --max-df"
                    + " ignore (default: 1000).")
    private long maxDf = 1_000;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the report to a file too, as one JSON object.")
    private Path report;

    @Option(
            names = "--run-text",
            paramLabel = "SIZE",
            hidden = true,
            converter = ByteSize.Converter.class,
            description = "Text after which what was read is made a finished step.")
    private ByteSize runText =
            new ByteSize(RebuildOptions.DEFAULT.buildOptions().runText());

    @Mixin
    private BuildingOptions building;

    @Mixin
    private ReadingOptions reading;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions corpusOptions = reading.corpus(sources, usage());
        SourceCheck.check(index, sources, usage());
        RebuildOptions options = options().toBuilder()
                .expectedText(readsAll(corpusOptions) ? SourceFacts.bytes(sources) : 0)
                .build();
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        SampledTexts sample = new SampledTexts(SAMPLED_TEXT, SAMPLE);
        RebuildSummary summary = new RebuildSummary(index, maxDf);
        try (InterruptOnExit interruption = new InterruptOnExit();
                IndexRebuild rebuild = open(options);
                CorpusReader corpus = CorpusReader.open(
                        sources,
                        corpusOptions.toBuilder().threads(whorl.threads()).build(),
                        skipped)) {
            if (resume) {
                console()
                        .note("going on after " + rebuild.resumed()
                                + " documents, which are read again but not made again");
            }
            IndexRebuild.Report done = rebuild(corpus, rebuild, skipped, sample);
            summary.print(done, rebuild.scheme(), skipped, sample, console(), Optional.ofNullable(report));
            return skipped.exitCode(reading, done.build().documents(), console());
        }
    }

    private static boolean readsAll(ReaderOptions options) {
        return options.limit() == ReaderOptions.DEFAULT.limit()
                && options.sample().equals(ReaderOptions.DEFAULT.sample())
                && options.include().isEmpty()
                && options.exclude().isEmpty();
    }

    private IndexRebuild open(RebuildOptions options) throws IOException {
        if (resume) {
            return IndexRebuild.resume(index, options);
        }
        boolean unfinished = Files.exists(index.resolve("rebuild"));
        boolean first = !Files.exists(index.resolve("MANIFEST"));
        try {
            IndexRebuild begun = IndexRebuild.begin(index, options);
            if (first) {
                console().note("there is no index at " + index + ": this makes the first one");
            }
            if (unfinished) {
                console().note("begun anew: what an unfinished rebuild had left is discarded");
            }
            return begun;
        } catch (DiskSpaceException e) {
            throw new FailedException(
                    e.getMessage() + " (estimated from the sources' size; --force begins all the same)");
        }
    }

    private IndexRebuild.Report rebuild(
            CorpusReader corpus, IndexRebuild rebuild, SkippedDocuments skipped, SampledTexts sample)
            throws IOException {
        try (Progress progress = Progress.of(console().streams(), console().quiet(), "rebuild", corpus.bytesTotal())) {
            skipped.tellTo(progress::tell);
            SourceDocuments intake = new SourceDocuments(corpus, progress, skipped, reading, RebuildIngest.KEPT);
            RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
            rebuild.onRefused(refused);
            return new RebuildIngest(index, rebuild, sample, refused).run(intake, progress);
        }
    }

    private RebuildOptions options() throws IOException {
        if (report != null && !canBeWritten(report.toAbsolutePath())) {
            throw usage().error("--report is " + report + ", which is no file in a directory that is there");
        }
        if (maxDf < 1) {
            throw usage().error("--max-df is " + maxDf + "; it must be at least 1");
        }
        for (Path source : sources) {
            if (resume && !SourceFacts.isRepeatable(source)) {
                throw usage().error("--resume reads the sources again, and " + source
                        + " is no file that can be read twice;" + " begin anew, without --resume");
            }
        }
        BuildOptions usual = usage().checked(() -> RebuildOptions.DEFAULT.buildOptions().toBuilder()
                .threads(whorl.threads())
                .runText(runText.bytes())
                .memory(usualMemory())
                .duplicates(Duplicates.KEEP)
                .build());
        RebuildOptions options = RebuildOptions.builder()
                .buildOptions(building.over(usual, usage()))
                .facts(RebuildFacts.of(spec.mixins().get("reading"), sources))
                .force(force)
                .maxDf(maxDf)
                .build();
        if (schemeFile != null && schemeOptions.given()) {
            throw usage().error(
                            "--scheme gives the whole scheme, so no other option of a scheme goes with it; leave one"
                                    + " out");
        }
        if (schemeFile != null) {
            return options.toBuilder().scheme(SchemeFile.read(schemeFile)).build();
        }
        boolean first = !resume && !Files.exists(index.resolve("MANIFEST"));
        return first || schemeOptions.given()
                ? options.toBuilder().scheme(schemeOptions.scheme(usage())).build()
                : options;
    }

    /** As far as can be told; looked at before the hours of work. */
    private static boolean canBeWritten(Path absolute) {
        return absolute.getParent() != null && Files.isDirectory(absolute.getParent()) && !Files.isDirectory(absolute);
    }

    private static long usualMemory() {
        long limit = Runtime.getRuntime().maxMemory();
        return Math.max(
                BuildOptions.LEAST_MEMORY, Math.min(ProcessMemory.memory() / MEMORY_SHARE, limit / LIMIT_SHARE));
    }
}
