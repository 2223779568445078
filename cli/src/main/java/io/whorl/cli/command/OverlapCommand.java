package io.whorl.cli.command;

import io.whorl.align.Span;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.TemporaryDirectory;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.option.Usage;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Matches.Match;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports how much of each text of a test set the documents of an index hold. */
@Command(name = "overlap")
final class OverlapCommand extends IndexCommand {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE|-")
    private List<Path> sources;

    @Mixin
    private OverlapThresholds thresholds;

    @Option(names = "--fail-on", paramLabel = "VERDICT", completionCandidates = Choices.Verdicts.class)
    private Verdict failOn;

    @Option(names = "--among")
    private boolean among;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    boolean hasOtherResults() {
        return failOn != null;
    }

    @Override
    public Integer call() throws IOException {
        SourceCheck.refuseRepeatedStandardInput(sources, usage());
        ReaderOptions readerOptions = reading.of(sources, usage()).threads(whorl.threads());
        OverlapOptions options = thresholds.checked(whorl.threads(), usage());
        usage().refuse(
                        among && sources.stream().anyMatch(SourceCheck::isStandardInput),
                        "--among reads the sources twice, and - can be read only once; give files");
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        long failing;
        try (Snapshot snapshot = openAny(index, 1);
                SourceReader texts =
                        SourceReader.open(sources, readerOptions, console().streams(), skipped)) {
            noteSelection(snapshot);
            try (AmongTexts others = among
                    ? new AmongTexts(sources, readerOptions, snapshot.scheme(), whorl.threads(), console())
                    : null) {
                failing = report(
                        text -> others == null
                                ? snapshot.overlap(text.utf8(), options)
                                : snapshot.overlap(text.utf8(), others.snapshot, text.id(), options),
                        snapshot.scheme(),
                        texts,
                        skipped);
            }
        }
        skipped.noteExcluded(console());
        int code = skipped.exitCode(reading.lenient(), "the texts that were read are reported", console());
        if (failing > 0) {
            note("exit code 1, because " + failing + " of the texts fail (--fail-on)");
            return FAILED;
        }
        return code;
    }

    /** Other selections leave chunks out, so that "consecutive" means less. */
    private void noteSelection(Snapshot snapshot) {
        String selection = snapshot.scheme().selection().name();
        if (!selection.equals("full")) {
            warn("the index was built with the selection " + selection + ", so a run is of consecutive"
                    + " selected chunks, and the words between them are not compared; for exact runs, build"
                    + " with --selection full");
        }
    }

    private long report(
            OrderedTasks.Task<Document, Overlap> task, Scheme scheme, SourceReader texts, SkippedDocuments skipped)
            throws IOException {
        Console console = console();
        try (OverlapRecords records = new OverlapRecords(console)) {
            new ComparedTexts(texts, skipped, reading, false, "reported", console)
                    .run(whorl.threads(), task, (text, overlap) -> {
                        records.print(text.id(), overlap);
                        TextWarnings.tooShort(text, overlap.minutiae(), scheme, console);
                    });
            records.summarise();
            return failOn == null ? 0 : records.atLeast(failOn);
        }
    }

    /** Prints the overlap of texts with an index, and how many have each verdict. */
    private static final class OverlapRecords implements Closeable {
        private static final Table<Match> DOCUMENTS = new Table<Match>()
                .text("id", Match::id)
                .count("shared", Match::shared)
                .number("containment", m -> Value.ratio(m.containment().orElse(0)));

        private final Console console;
        private final Table.Rows<Row> rows;
        private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);

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

        void print(String id, Overlap overlap) throws IOException {
            counts.merge(overlap.verdict(), 1L, Long::sum);
            rows.add(new Row(id, overlap));
            rows.flush();
        }

        void summarise() {
            long texts = counts.values().stream().mapToLong(Long::longValue).sum();
            StringBuilder summary = new StringBuilder(Amount.of(texts, "text"));
            String before = ": ";
            for (Verdict verdict : List.of(Verdict.CONTAMINATED, Verdict.PARTIAL, Verdict.CLEAN, Verdict.UNKNOWN)) {
                if (verdict != Verdict.UNKNOWN || count(verdict) > 0) {
                    summary.append(before).append(count(verdict)).append(' ').append(Choice.name(verdict));
                    before = ", ";
                }
            }
            console.note(summary.toString());
        }

        private long count(Verdict verdict) {
            return counts.getOrDefault(verdict, 0L);
        }

        /** Returns the number of texts with this verdict or a worse one. */
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

    /** A temporary index of the texts of a command, so that they are compared with each other, too. */
    private static final class AmongTexts implements Closeable {
        private final TemporaryDirectory directory = new TemporaryDirectory("whorl-overlap");
        private final Snapshot snapshot;

        /**
         * Reads all sources and indexes their texts. The caller reads the sources again, and reports what is skipped.
         *
         * @param sources without standard input
         */
        @SuppressWarnings("try")
        AmongTexts(List<Path> sources, ReaderOptions options, Scheme scheme, int threads, Console console)
                throws IOException {
            try (InterruptOnExit interruption = new InterruptOnExit()) {
                try {
                    snapshot = build(sources, options, scheme, threads, console);
                } catch (IOException | RuntimeException e) {
                    // A build that was interrupted may have made the directory again after the end of the process
                    // removed it, so this comes before the process may end.
                    directory.close();
                    throw e;
                }
            }
        }

        private Snapshot build(List<Path> sources, ReaderOptions options, Scheme scheme, int threads, Console console)
                throws IOException {
            Path index = directory.path().resolve("index");
            BuildReport report;
            long invalid = 0;
            try (SourceReader reader =
                            SourceReader.open(sources, options, console.streams(), new SkippedDocuments(m -> {}));
                    IndexBuilder builder = IndexBuilder.create(
                            index, scheme, BuildOptions.DEFAULT.threads(threads).repeatedIds(RepeatedIds.FIRST))) {
                for (Optional<Document> text = reader.next(); text.isPresent(); text = reader.next()) {
                    if (isId(text.get().id())) {
                        builder.add(text.get().id(), text.get().utf8());
                    } else {
                        invalid++;
                    }
                }
                report = builder.finish();
            }
            long leftOut = report.repeatedIds() + report.refused() + invalid;
            if (leftOut > 0) {
                console.warn(Amount.of(leftOut, "text has", "texts have")
                        + " the id of an earlier one, an id that is too long,"
                        + " or too many minutiae; the others are not compared with it (--among)");
            }
            return Snapshot.open(index);
        }

        private static boolean isId(String id) {
            try {
                DocumentId.utf8(id);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        @Override
        public void close() {
            snapshot.close();
            directory.close();
        }
    }

    /** When a text counts as contaminated or partial. */
    private static final class OverlapThresholds {
        @Option(names = "--contaminated-run", paramLabel = "N")
        private int contaminatedRun = OverlapOptions.DEFAULT.contaminatedRun();

        @Option(names = "--contaminated-share", paramLabel = "X")
        private double contaminatedShare = OverlapOptions.DEFAULT.contaminatedShare();

        @Option(names = "--partial-run", paramLabel = "N")
        private Integer partialRun;

        @Option(names = "--top", paramLabel = "N")
        private int top = OverlapOptions.DEFAULT.top();

        @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
        private long maxDf = OverlapOptions.DEFAULT.maxDf();

        /** @param threads the threads that share the memory */
        public OverlapOptions checked(int threads, Usage usage) throws IOException {
            int partial =
                    partialRun != null ? partialRun : Math.min(OverlapOptions.DEFAULT.partialRun(), contaminatedRun);
            return usage.checked(() -> OverlapOptions.DEFAULT
                    .contaminatedRun(contaminatedRun)
                    .contaminatedShare(contaminatedShare)
                    .partialRun(partial)
                    .top(top)
                    .maxDf(maxDf)
                    .memory(OverlapOptions.DEFAULT.memory() / threads));
        }
    }
}
