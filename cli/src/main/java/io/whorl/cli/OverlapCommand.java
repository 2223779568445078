package io.whorl.cli;

import static io.whorl.store.Channels.orElse;

import io.whorl.align.Span;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.InterruptOnExit.TemporaryDirectory;
import io.whorl.cli.Target.CleanCopy;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Matches.Match;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports how much of each text of a test set the documents of an index hold. */
@Command(name = "overlap")
final class OverlapCommand extends Subcommand {
    @Parameters(arity = "1..*", paramLabel = "INDEX|SOURCE")
    private List<Path> given;

    @Option(names = "--tests", paramLabel = "SOURCE")
    private List<Path> tests = List.of();

    @Option(names = "--ngram", paramLabel = "N")
    private int ngram = OverlapOptions.DEFAULT.partialRun();

    @Option(names = "--test-field", paramLabel = "F")
    private String testField;

    @Option(names = "--write", paramLabel = "FILE")
    private Path write;

    @Option(names = "--drop", paramLabel = "VERDICT", completionCandidates = Choice.Verdicts.class)
    private Verdict drop;

    @Option(names = "--force")
    private boolean force;

    @Option(names = "--summary", paramLabel = "FILE")
    private Path summary;

    @Option(names = "--contaminated-run", paramLabel = "N")
    private int contaminatedRun = OverlapOptions.DEFAULT.contaminatedRun();

    @Option(names = "--contaminated-share", paramLabel = "X")
    private double contaminatedShare = OverlapOptions.DEFAULT.contaminatedShare();

    @Option(names = "--partial-run", paramLabel = "N")
    private Integer partialRun;

    @Option(names = "--top", paramLabel = "N")
    private int top = OverlapOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
    private long maxDf = OverlapOptions.DEFAULT.maxDf();

    @Option(names = "--fail-on", paramLabel = "VERDICT", completionCandidates = Choice.Verdicts.class)
    private Verdict failOn;

    @Option(names = "--among")
    private boolean among;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        List<Path> sources = tests.isEmpty() ? given.subList(1, given.size()) : given;
        check(sources);
        ReaderOptions readerOptions = reading.of(sources).threads(whorl.threads);

        OverlapOptions options = checked(() -> OverlapOptions.DEFAULT
                .contaminatedRun(contaminatedRun)
                .contaminatedShare(contaminatedShare)
                .partialRun(partialRun != null ? partialRun : Math.min(ngram, contaminatedRun))
                .top(top)
                .maxDf(maxDf)
                .memory(OverlapOptions.DEFAULT.memory() / whorl.threads));
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        Optional<SummaryFile> summaryFile = SummaryFile.at(Optional.ofNullable(summary));
        long failing;
        try (InterruptOnExit interruption = new InterruptOnExit();
                TextIndex testIndex = tests.isEmpty() ? null : testIndex(readerOptions);
                Snapshot opened = testIndex == null ? openAny(given.get(0), 1) : null;
                CleanCopy copy =
                        write == null ? null : new CleanCopy(write, sources, readerOptions, reading, force, console());
                SourceReader texts = SourceReader.open(sources, readerOptions, skipped)) {
            Snapshot snapshot = testIndex == null ? opened : testIndex.snapshot;
            noteSelection(snapshot);
            try (TextIndex others = among ? among(sources, readerOptions, snapshot.scheme()) : null) {
                failing = report(
                        text -> others == null
                                ? snapshot.overlap(text.utf8(), options)
                                : snapshot.overlap(text.utf8(), others.snapshot, text.id(), options),
                        snapshot.scheme(),
                        texts,
                        skipped,
                        Optional.ofNullable(copy),
                        summaryFile);
            }
        }
        int code = skipped.exitCode("the texts that were read are reported");
        if (failing > 0) {
            note("exit code 1, because " + failing + " of the texts fail (--fail-on)");
            return FAILED;
        }
        return code;
    }

    private void check(List<Path> sources) throws IOException {
        refuse(sources.isEmpty(), "give the index and at least one source, or --tests and the sources");
        SourceCheck.refuseRepeatedStandardInput(
                Stream.concat(sources.stream(), tests.stream()).toList());
        SourceCheck.requireExisting(tests);
        refuse(
                among && sources.stream().anyMatch(SourceCheck::isStandardInput),
                "--among reads the sources twice, and - can be read only once; give files");
        refuse(tests.isEmpty() && isGiven("--ngram", "--test-field"), "--ngram and --test-field need --tests");
        refuse(write == null && (force || drop != null), "--force and --drop need --write");
        refuse(
                drop == Verdict.UNKNOWN || drop == Verdict.CLEAN,
                "--drop is " + (drop == null ? "" : Choice.name(drop)) + "; it must be partial or contaminated");
        SourceCheck.requireExisting(sources);
        if (write != null) {
            SourceCheck.requireRepeatable(sources, "--write");
        }
        outputs().check();
    }

    /** Makes an index of the test sets, in which a text has the name of its file and its place there. */
    private TextIndex testIndex(ReaderOptions readerOptions) throws IOException {
        FormatOptions formats = readerOptions.formats();
        ReaderOptions options = ReaderOptions.DEFAULT
                .threads(whorl.threads)
                .convert(readerOptions.convert())
                .formats(testField == null ? formats : checked(() -> formats.textField(testField)));
        Scheme scheme = checked(() -> Scheme.builder().granularity(ngram).build());
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        TextIndex index = new TextIndex(tests, options, scheme, Document::place, skipped);
        return orElse(index, () -> {
            long invalid = index.report.refused() + index.report.repeatedIds() + index.invalid;
            if (invalid > 0 || skipped.exitCode("the others are compared") != DONE) {
                throw new FailedException("some of the texts of --tests could not be read, so the result would not be"
                        + " free of them; --lenient accepts those that could not be read, and nothing was written");
            }
            skipped.requireDocuments(index.report.index().documents(), false, "nothing was compared");
            if (index.shorter > 0) {
                warn("warning: " + Amount.of(index.shorter, "text", "texts") + " of --tests "
                        + Amount.verb(index.shorter, "has", "have") + " fewer than " + ngram
                        + " words: only documents of the same words match (--ngram)");
            }
            return index;
        });
    }

    /** The caller reads the sources again, and reports what is skipped. */
    private TextIndex among(List<Path> sources, ReaderOptions options, Scheme scheme) throws IOException {
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        skipped.reportTo(message -> {});
        TextIndex index = new TextIndex(sources, options, scheme, Document::id, skipped);
        long leftOut = index.report.repeatedIds() + index.report.refused() + index.invalid;
        if (leftOut > 0) {
            warn(Amount.of(leftOut, "text has", "texts have") + " the id of an earlier one, an id that is too long, or"
                    + " too many minutiae; the others are not compared with it (--among)");
        }
        return index;
    }

    /** Other selections leave chunks out, so that "consecutive" means less. */
    private void noteSelection(Snapshot snapshot) {
        String selection = snapshot.scheme().selection().name();
        if (!selection.equals("full")) {
            warn("the index was built with the selection " + selection + ", so a run is of consecutive selected chunks,"
                    + " and the words between them are not compared; for exact runs, build with --selection full");
        }
    }

    private long report(
            IOFunction<Document, Overlap> task,
            Scheme scheme,
            SourceReader texts,
            SkippedDocuments skipped,
            Optional<CleanCopy> copy,
            Optional<SummaryFile> summaryFile)
            throws IOException {
        Console console = console();
        Verdict least = drop == null ? Verdict.PARTIAL : drop;
        try (OverlapRecords records = new OverlapRecords(console)) {
            try (Progress progress = texts.show("compare")) {
                texts.compare(whorl.threads, false, "reported", task, (text, overlap) -> {
                    boolean dropped = copy.isPresent() && overlap.verdict().compareTo(least) >= 0;
                    if (dropped || copy.isEmpty()) {
                        progress.makeWay();
                    }
                    records.add(text, overlap, dropped || copy.isEmpty());
                    progress.at(texts.bytesRead(), records.texts());
                    if (copy.isPresent()) {
                        copy.get().add(text, dropped);
                    } else {
                        TextWarnings.tooShort(text.id(), text.utf8(), overlap.minutiae(), scheme, console);
                    }
                });
            }
            records.summarise();
            if (copy.isPresent()) {
                copy.get().finish();
                console.note(
                        "wrote " + write + " without " + Amount.of(copy.get().dropped(), "document") + " that "
                                + Amount.verb(copy.get().dropped(), "is", "are") + " " + Choice.name(least)
                                + (least == Verdict.PARTIAL ? " or contaminated" : ""));
            }
            if (summaryFile.isPresent()) {
                Figures figures = records.figures();
                if (copy.isPresent()) {
                    figures.count("dropped", copy.get().dropped());
                }
                SkippedDocuments.addTo(figures, skipped.counts());
                summaryFile.get().write(figures, records.bytes);
            }
            return failOn == null ? 0 : records.atLeast(failOn);
        }
    }

    /** Prints the overlap of texts with an index, and how many have each verdict. */
    private static final class OverlapRecords implements Closeable {
        private static final Table<Match> DOCUMENTS = new Table<Match>()
                .text("id", Match::id)
                .count("shared", Match::shared)
                .number("containment", m -> Value.ratio(m.containment().orElse(0)));

        private static final List<Verdict> VERDICTS =
                List.of(Verdict.CONTAMINATED, Verdict.PARTIAL, Verdict.CLEAN, Verdict.UNKNOWN);

        private final Console console;
        private final Table<Row>.Rows rows;
        private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
        private long bytes;

        private record Row(String id, Overlap overlap) {}

        OverlapRecords(Console console) throws IOException {
            this.console = console;
            boolean table = console.format() == Format.TABLE;
            Table<Overlap> figures = new Table<Overlap>()
                    .text("verdict", o -> Choice.name(o.verdict()))
                    .number("share", o -> Value.ratio(o.share()))
                    .count("minutiae", Overlap::minutiae)
                    .count("held", Overlap::held)
                    .when(!table, t -> t.count("ignored", Overlap::ignored))
                    .count("words", Overlap::words)
                    .count("runWords", o -> o.run().map(Run::units).orElse(0))
                    .optional(Overlap::run, new Table<Run>().count("runStart", Run::start))
                    .when(
                            !table,
                            t -> t.count(
                                    "runChunks", o -> o.run().map(Run::chunks).orElse(0)))
                    .when(
                            table,
                            t -> t.optionalText(
                                    "document",
                                    o -> o.documents().stream().findFirst().map(Match::id)))
                    .when(!table, t -> t.json("documents", o -> DOCUMENTS.json(o.documents()))
                            .optional(
                                    Overlap::runPlace,
                                    new Table<Span>()
                                            .count("runBegin", Span::start)
                                            .count("runEnd", Span::end)));
            rows = console.open(
                    new Table<Row>().text(table ? "text" : "id", Row::id).part(Row::overlap, figures));
        }

        void add(Document text, Overlap overlap, boolean shown) throws IOException {
            counts.merge(overlap.verdict(), 1L, Long::sum);
            bytes += text.utf8().length;
            if (shown) {
                rows.add(new Row(text.id(), overlap));
                rows.flush();
            }
        }

        void summarise() {
            StringJoiner summary = new StringJoiner(", ", Amount.of(texts(), "text") + ": ", "");
            VERDICTS.stream()
                    .filter(verdict -> verdict != Verdict.UNKNOWN || count(verdict) > 0)
                    .forEach(verdict -> summary.add(count(verdict) + " " + Choice.name(verdict)));
            console.note(summary.toString());
        }

        long texts() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }

        Figures figures() {
            Figures figures = new Figures().count("texts", texts()).count("bytes", bytes);
            VERDICTS.forEach(verdict -> figures.count(Choice.name(verdict), count(verdict)));
            return figures;
        }

        private long count(Verdict verdict) {
            return counts.getOrDefault(verdict, 0L);
        }

        long atLeast(Verdict verdict) {
            return counts.entrySet().stream()
                    .filter(e -> e.getKey().compareTo(verdict) >= 0)
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }

    private static final class TextIndex implements Closeable {
        private final TemporaryDirectory directory = new TemporaryDirectory("whorl-overlap");
        private final Snapshot snapshot;
        private final BuildReport report;
        private long invalid;
        private long shorter;

        /**
         * Reads all sources and indexes their texts.
         *
         * @param ids what a text is called in the index; of texts with one name, the first is indexed
         */
        TextIndex(
                List<Path> sources,
                ReaderOptions options,
                Scheme scheme,
                Function<Document, String> ids,
                SkippedDocuments skipped)
                throws IOException {
            try {
                Path index = directory.path.resolve("index");
                Fingerprinter lengths = Fingerprinter.of(scheme);
                try (SourceReader reader = SourceReader.open(sources, options, skipped);
                        IndexBuilder builder = IndexBuilder.create(
                                index,
                                scheme,
                                BuildOptions.DEFAULT.threads(options.threads()).repeatedIds(RepeatedIds.FIRST))) {
                    for (Optional<Document> text = reader.next(); text.isPresent(); text = reader.next()) {
                        String id = ids.apply(text.get());
                        if (SourceReader.problemOf(id).isEmpty()) {
                            builder.add(id, text.get().utf8());
                            shorter += TextWarnings.isShorterThanChunk(
                                            lengths.fingerprint(text.get().utf8()))
                                    ? 1
                                    : 0;
                        } else {
                            invalid++;
                        }
                    }
                    report = builder.finish();
                }
                snapshot = Snapshot.open(index);
            } catch (IOException | RuntimeException e) {
                // A build that was interrupted may have made the directory again after the end of the process
                // removed it, so this comes before the process may end.
                directory.close();
                throw e;
            }
        }

        @Override
        public void close() {
            snapshot.close();
            directory.close();
        }
    }
}
