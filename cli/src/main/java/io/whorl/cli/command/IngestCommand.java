package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.cli.command.IndexCommand.AfterCommit;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.Progress;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.option.BuildingOptions;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.OutputCheck.SourceCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.ReadingOptions.DatingOptions;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Figures;
import io.whorl.cli.passages.Lookahead;
import io.whorl.cli.report.BuildSummary;
import io.whorl.cli.report.BuildSummary.WithoutMinutiae;
import io.whorl.cli.report.ProcessMemory;
import io.whorl.cli.report.SampledTexts;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that reads the documents of sources into an index: {@code build}, {@code rebuild} or {@code add}. */
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
    Consumer<RefusedDocument> refused;
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
        readerOptions = dating.over(reading.of(sources)).threads(whorl.threads());
        prepare();
        skipped = new SkippedDocuments(console(), reading);
        refused = skipped.refused();
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates opened = DocumentDates.open(dating)) {
            dates = opened;
            ingest();
        }
        return skipped.exitCode(outcome());
    }

    interface Taking<R> {
        R from(SourceReader documents, Progress progress) throws IOException;
    }

    /** @param failed what the message of a failure says about the index, such as "nothing was built" */
    final <R> R read(String task, String failed, Taking<R> taking) throws IOException {
        R result;
        try (SourceReader documents = SourceReader.open(sources, readerOptions, skipped);
                Progress progress = documents.show(task, failed)) {
            result = taking.from(documents, progress);
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

    /** Builds a new index. */
    @Command(name = "build")
    static final class BuildCommand extends IngestCommand {
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
            options = building.over(BuildOptions.DEFAULT.replace(force).threads(whorl.threads()));
            SourceCheck.check(index, sources);
            scheme = schemeOptions.scheme();
        }

        @Override
        void ingest() throws IOException {
            BuildSummary summary = new BuildSummary(index, skipped, console());
            try (IndexBuilder builder = create()) {
                summary.printBuild(build(builder), options.duplicates());
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
                    for (Optional<Document> d = documents.nextIndexed(); d.isPresent(); d = documents.nextIndexed()) {
                        builder.add(d.get().id(), d.get().utf8(), dates.of(d.get()));
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

    /** Replaces an index while the old one serves queries, or builds the first one in steps that can be resumed. */
    @Command(name = "rebuild")
    static final class RebuildCommand extends IngestCommand {
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
        void prepare() throws IOException {
            SourceCheck.check(index, sources);
            options = rebuildOptions().expectedText(expectedText());
            reportFile = ResultFile.at(Optional.ofNullable(report));
        }

        @Override
        void ingest() throws IOException {
            BuildSummary summary = new BuildSummary(index, skipped, console());
            try (IndexRebuild rebuild = open()) {
                if (resume) {
                    note("resuming after " + Amount.of(rebuild.resumed(), "document")
                            + ", which are read again but not processed again");
                }
                summary.printRebuild(rebuild(rebuild), maxDf, rebuild.scheme(), sample, reportFile);
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

        private void addAll(SourceReader documents, IndexRebuild rebuild) throws IOException {
            long checkpoint = System.nanoTime();
            for (Optional<Document> d = documents.nextIndexed(); d.isPresent(); d = documents.nextIndexed()) {
                rebuild.add(d.get().id(), d.get().utf8(), dates.of(d.get()));
                sample.add(d.get().utf8());
                if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                    rebuild.checkpoint();
                    checkpoint = System.nanoTime();
                }
            }
        }

        private RebuildOptions rebuildOptions() throws IOException {
            refuse(
                    report != null && !isWritable(report.toAbsolutePath()),
                    "--report is " + report + ", which is not a file in an existing directory");
            new OutputCheck()
                    .reads("source", sources)
                    .reads("index", List.of(index))
                    .reads("file of --scheme", Optional.ofNullable(schemeFile))
                    .reads("file of --dates", dating.file())
                    .writes("--report", Optional.ofNullable(report))
                    .check();
            refuse(maxDf < 1, "--max-df is " + maxDf + "; it must be at least 1");
            for (Path source : sources) {
                refuse(
                        resume && (SourceCheck.isStandardInput(source) || !SourceFacts.isRepeatable(source)),
                        "--resume reads the sources again, but " + source
                                + " cannot be read twice; start from the beginning, without --resume");
            }
            BuildOptions defaults = checked(() -> RebuildOptions.DEFAULT
                    .buildOptions()
                    .threads(whorl.threads())
                    .runText(runText.bytes())
                    .memory(ProcessMemory.forBuilds())
                    .duplicates(Duplicates.KEEP));
            Map<String, String> facts = reading.facts();
            facts.putAll(dating.facts());
            facts.putAll(SourceFacts.of(sources.stream()
                    .filter(s -> !SourceCheck.isStandardInput(s))
                    .toList()));
            RebuildOptions given = RebuildOptions.DEFAULT
                    .buildOptions(building.over(defaults))
                    .facts(facts)
                    .force(force)
                    .maxDf(maxDf);
            refuse(
                    schemeFile != null && isAnyGiven(SchemeOptions.HEADING),
                    "--scheme gives the whole scheme, which other options of the scheme contradict; leave one out");
            if (schemeFile != null) {
                return given.scheme(SchemeOptions.read(schemeFile));
            }
            boolean first = !resume && !Files.exists(index.resolve("MANIFEST"));
            return first || isAnyGiven(SchemeOptions.HEADING) ? given.scheme(schemeOptions.scheme()) : given;
        }

        /** Checks what can be checked before hours of work. */
        private static boolean isWritable(Path absolute) {
            return absolute.getParent() != null
                    && Files.isDirectory(absolute.getParent())
                    && !Files.isDirectory(absolute);
        }
    }

    /** Adds documents to an index, in one commit. */
    @Command(name = "add")
    static final class AddCommand extends IngestCommand {
        private final long started = System.nanoTime();

        @Override
        void prepare() throws IOException {
            SourceCheck.check(index, sources);
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
                            () -> documents.nextIndexed().map(d -> new NewDocument(d.id(), d.utf8(), dates.of(d))));
                    long count = writer.addAll(() -> all, refused, withoutMinutiae);
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
            skipped.noteExcluded();
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
}
