package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.option.SchemeOptions.SchemeFile;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.report.ProcessMemory;
import io.whorl.cli.report.RebuildSummary;
import io.whorl.cli.report.SampledTexts;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
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
import java.util.function.Consumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replaces an index while the old one serves queries, or builds the first one in steps that can be resumed. */
@Command(
        name = "rebuild",
        exitCodeList = {HelpText.READ, HelpText.NOT_READ, HelpText.WRONG_USAGE})
final class RebuildCommand extends Subcommand {
    /** The default memory is at most this fraction of the memory of the machine. */
    private static final int MACHINE_FRACTION = 4;
    /** And at most this fraction of the heap. */
    private static final int HEAP_FRACTION = 2;

    private static final int SAMPLED_TEXT_BYTES = 1 << 20;
    private static final long SAMPLE_BYTES = 16 << 20;

    @Parameters(index = "0", paramLabel = "INDEX")
    private Path index;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE")
    private List<Path> sources;

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

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING)
    private DatingOptions dating = new DatingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    @Override
    boolean hasOtherResults() {
        return report != null;
    }

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        ReaderOptions readerOptions = dating.over(reading.of(sources, usage()), usage());
        SourceCheck.check(index, sources, usage());
        RebuildOptions options = options().expectedText(expectedText());
        Optional<ResultFile> reportFile = report == null ? Optional.empty() : Optional.of(ResultFile.at(report));
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        SampledTexts sample = new SampledTexts(SAMPLED_TEXT_BYTES, SAMPLE_BYTES);
        RebuildSummary summary = new RebuildSummary(index, maxDf);
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates dates = DocumentDates.open(dating);
                IndexRebuild rebuild = open(options);
                SourceReader reader = SourceReader.open(
                        sources,
                        readerOptions.threads(whorl.threads()),
                        console().streams(),
                        skipped)) {
            if (resume) {
                note("resuming after " + Amount.of(rebuild.resumed(), "document")
                        + ", which are read again but not processed again");
            }
            IndexRebuild.Report done = rebuild(reader, rebuild, dates, skipped, sample);
            dates.report(console());
            summary.print(done, rebuild.scheme(), skipped, sample, console(), reportFile);
            return skipped.exitCode(reading.lenient(), "the index holds what was read", console());
        }
    }

    /** Returns the size of the sources, from which the disk space is estimated, or 0 if it is unknown. */
    private long expectedText() throws IOException {
        boolean known = reading.readsAll() && sources.stream().noneMatch(SourceCheck::isStandardInput);
        return known ? SourceFacts.bytes(sources) : 0;
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

    private IndexRebuild.Report rebuild(
            SourceReader reader,
            IndexRebuild rebuild,
            DocumentDates dates,
            SkippedDocuments skipped,
            SampledTexts sample)
            throws IOException {
        try (Progress progress = console().progress("rebuild", reader.bytesTotal())) {
            skipped.reportTo(progress::message);
            SourceDocuments documents = new SourceDocuments(reader, progress, skipped, reading, RebuildIngest.OUTCOME);
            RefusedDocuments refused = new RefusedDocuments(skipped, reading.strict());
            rebuild.onRefused(refused);
            return new RebuildIngest(index, rebuild, dates, sample, refused)
                    .run(documents, IndexedDocuments.check(reading, "the index is unchanged"), progress);
        }
    }

    private RebuildOptions options() throws IOException {
        if (report != null && !isWritable(report.toAbsolutePath())) {
            throw usage().error("--report is " + report + ", which is not a file in an existing directory");
        }
        new OutputCheck(usage())
                .reads("source", sources)
                .reads("index", List.of(index))
                .reads("file of --scheme", Optional.ofNullable(schemeFile))
                .reads("file of --dates", dating.file())
                .writes("--report", Optional.ofNullable(report))
                .check();
        if (maxDf < 1) {
            throw usage().error("--max-df is " + maxDf + "; it must be at least 1");
        }
        for (Path source : sources) {
            if (resume && (SourceCheck.isStandardInput(source) || !SourceFacts.isRepeatable(source))) {
                throw usage().error("--resume reads the sources again, but " + source
                        + " cannot be read twice; start from the beginning, without --resume");
            }
        }
        BuildOptions defaults = usage().checked(() -> RebuildOptions.DEFAULT
                .buildOptions()
                .threads(whorl.threads())
                .runText(runText.bytes())
                .memory(defaultMemory())
                .duplicates(Duplicates.KEEP));
        Map<String, String> facts = reading.facts();
        facts.putAll(dating.facts());
        facts.putAll(SourceFacts.of(
                sources.stream().filter(s -> !SourceCheck.isStandardInput(s)).toList()));
        RebuildOptions options = RebuildOptions.DEFAULT
                .buildOptions(building.over(defaults, usage()))
                .facts(facts)
                .force(force)
                .maxDf(maxDf);
        if (schemeFile != null && schemeOptions.given()) {
            throw usage().error(
                            "--scheme gives the whole scheme, which other options of the scheme contradict; leave one"
                                    + " out");
        }
        if (schemeFile != null) {
            return options.scheme(SchemeFile.read(schemeFile));
        }
        boolean first = !resume && !Files.exists(index.resolve("MANIFEST"));
        return first || schemeOptions.given() ? options.scheme(schemeOptions.scheme(usage())) : options;
    }

    /** Checks what can be checked before hours of work. */
    private static boolean isWritable(Path absolute) {
        return absolute.getParent() != null && Files.isDirectory(absolute.getParent()) && !Files.isDirectory(absolute);
    }

    private static long defaultMemory() {
        long heap = Runtime.getRuntime().maxMemory();
        return Math.max(
                BuildOptions.LEAST_MEMORY, Math.min(ProcessMemory.total() / MACHINE_FRACTION, heap / HEAP_FRACTION));
    }

    /** Adds all documents to a rebuild, in finished steps that survive a failure, and puts the new index in place. */
    private static final class RebuildIngest {
        /** What the message of a failure says about the index. */
        static final String OUTCOME = "the index is unchanged, and the finished steps are kept; continue with --resume";

        /** The time after which the documents that were read become a finished step, however slow reading is. */
        private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

        private final Path index;
        private final IndexRebuild rebuild;
        private final DocumentDates dates;
        private final SampledTexts sample;
        private final RefusedDocuments refused;

        /**
         * @param sample receives each document too
         * @param refused the listener of the rebuild
         */
        RebuildIngest(
                Path index, IndexRebuild rebuild, DocumentDates dates, SampledTexts sample, RefusedDocuments refused) {
            this.dates = dates;
            this.refused = refused;
            this.index = index;
            this.rebuild = rebuild;
            this.sample = sample;
        }

        /** @param check called before the new index replaces the old one; may throw */
        IndexRebuild.Report run(SourceDocuments documents, Consumer<BuildReport> check, Progress progress)
                throws IOException {
            try {
                addAll(documents);
                progress.phase("merging, checking, replacing");
                IndexRebuild.Report report = rebuild.finish(check);
                refused.report();
                return report;
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

        private void addAll(SourceDocuments documents) throws IOException {
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
    }
}
