package io.whorl.cli;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.cli.ComparisonOptions.MinScore;
import io.whorl.cli.ComparisonOptions.ThresholdOptions;
import io.whorl.cli.QueryCommand.PairsCommand;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.history.Changes;
import io.whorl.history.Changes.Change;
import io.whorl.history.History;
import io.whorl.history.History.Version;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the versions of a document in the order of their dates. */
@Command(name = "history")
final class HistoryCommand extends IndexCommand {
    @Parameters(index = "1", paramLabel = "ID")
    private String id;

    @Option(names = "--link", paramLabel = "RULE", completionCandidates = Choice.Links.class)
    private SimilarityOptions.Link link = SimilarityOptions.HISTORY.link();

    @Option(names = "--measure", paramLabel = "M", completionCandidates = Choice.PlainPairMeasures.class)
    private Measure measure = SimilarityOptions.HISTORY.measure();

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore = new MinScore(SimilarityOptions.HISTORY.minScore(), false);

    @Option(names = "--max-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
    private long maxDf = SimilarityOptions.HISTORY.maxDf();

    @Option(names = "--top", paramLabel = "N")
    private long top = SimilarityOptions.HISTORY.top();

    @Option(names = "--dates", paramLabel = "FILE")
    private Path dateFile;

    @Option(names = "--passages")
    private boolean passages;

    @Override
    public Integer call() throws IOException {
        SimilarityOptions options = checked(this::options);
        try (DocumentDates dates = DocumentDates.given(Optional.ofNullable(dateFile), console());
                Snapshot snapshot = Snapshot.open(index)) {
            if (passages && !snapshot.storesTexts()) {
                throw new FailedException(
                        "the index stores no texts, so --passages cannot align them; build it with --store-text");
            }
            History history = snapshot.history(id, dates.areGiven() ? options.dates(dates::date) : options)
                    .orElseThrow(() ->
                            new FailedException(index + " has no document with the id '" + Escapes.visible(id) + "'"));
            Optional<Aligner> aligner = passages ? Optional.of(Aligner.of(AlignmentOptions.DEFAULT)) : Optional.empty();
            print(history, snapshot, aligner);
            summarise(history);
        }
        return DONE;
    }

    private SimilarityOptions options() {
        return SimilarityOptions.HISTORY
                .link(link)
                .measure(measure)
                .minScore(minScore.of(measure))
                .maxDf(maxDf)
                .top(top);
    }

    private void summarise(History history) {
        int dated = history.versions().size();
        int undated = history.undated().size();
        note(Amount.of(dated + undated, "version", "versions") + "; " + undated + (undated == 1 ? " has" : " have")
                + " no date");
        if (dated == 0) {
            warn("warning: no version has a date, so the versions are listed by id; give --dates FILE, or"
                    + " build the index with dates");
        }
        if (!history.complete()) {
            warn("warning: there are more versions than --top " + top + " allows");
        }
    }

    /** @param aligner aligns the stored texts of versions, if passages are requested */
    private void print(History history, Snapshot snapshot, Optional<Aligner> aligner) throws IOException {
        record Row(Version version, Optional<List<Passage>> passages) {}

        Table<Pair> kept = new Table<Pair>()
                .count("shared", Pair::shared)
                .number("kept", k -> Value.ratio(k.containment()))
                .number("old", k -> Value.ratio(k.contained()))
                .number("resemblance", k -> Value.ratio(k.resemblance()));
        Table<Version> figures = new Table<Version>()
                .optional(Version::date, new Table<Instant>().text("date", Instant::toString))
                .count("words", Version::words)
                .count("minutiae", Version::minutiae)
                .number("score", v -> Value.ratio(v.resemblance()))
                .optional(Version::kept, kept);
        Table<List<Passage>> aligned = new Table<List<Passage>>()
                .count("passages", List::size)
                .count(
                        "passageWords",
                        some -> some.stream().mapToLong(Passage::words).sum());
        Table<Row> table = new Table<Row>()
                .part(Row::version, figures)
                .when(aligner.isPresent(), t -> t.optional(Row::passages, aligned))
                .text("id", r -> r.version().id())
                .optional(r -> r.version().kept(), new Table<Pair>().text("before", Pair::a));
        try (Table<Row>.Rows rows = open(table)) {
            for (List<Version> some : List.of(history.versions(), history.undated())) {
                for (Version version : some) {
                    rows.add(
                            new Row(version, aligner.flatMap(a -> version.kept().map(k -> a.alignment(
                                            snapshot.text(version.id()).orElseThrow(),
                                            snapshot.text(k.a()).orElseThrow())
                                    .passages()))));
                }
            }
        }
    }

    /** Reports what is new, changed, moved and gone between two indexes. */
    @Command(name = "changes")
    static final class ChangesCommand extends Subcommand {
        @Parameters(index = "0", paramLabel = "OLD")
        private Path old;

        @Parameters(index = "1", paramLabel = "NEW")
        private Path young;

        @Mixin
        private ThresholdOptions threshold;

        @Option(names = "--max-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
        private long maxDf = SimilarityOptions.CHANGES.maxDf();

        @Option(names = "--unchanged")
        private boolean unchanged;

        @Option(names = "--memory", paramLabel = "SIZE")
        private ByteSize memory;

        @Override
        public Integer call() throws IOException {
            SimilarityOptions options = checked(this::options);
            try (Snapshot before = Snapshot.open(old);
                    Snapshot after = Snapshot.open(young);
                    Changes changes = console()
                            .search("changes", after, progress -> before.changes(after, options.progress(progress)))) {
                print(changes, options, console());
                summarise(changes);
            }
            return DONE;
        }

        private SimilarityOptions options() {
            SimilarityOptions options = threshold
                    .over(SimilarityOptions.CHANGES, SimilarityOptions.CHANGES.minScore())
                    .maxDf(maxDf)
                    .threads(whorl.threads)
                    .unchanged(unchanged);
            return memory == null ? options : options.memory(memory.checkedMemory(SimilarityOptions.MIN_MEMORY));
        }

        private static void print(Changes changes, SimilarityOptions options, Console console) throws IOException {
            Table<Pair> found = PairsCommand.scores(Column.number("score"), options.measure());
            console.print(
                    new Table<Change>()
                            .text("change", c -> Choice.name(c.kind()))
                            .optional(Change::found, found)
                            .text("id", Change::id)
                            .optional(Change::found, new Table<Pair>().text("found", Pair::b)),
                    () -> changes);
        }

        private void summarise(Changes changes) {
            if (changes.ignored() > 0) {
                note(Amount.of(changes.ignored(), "minutia", "minutiae") + " of more than " + maxDf
                        + " documents led to no document (--max-df)");
            }
            note(Amount.of(changes.olderDocuments(), "document") + " in " + old + ", "
                    + Amount.of(changes.newerDocuments(), "document") + " in " + young + ": "
                    + changes.count(Change.Kind.SAME) + " unchanged, " + changes.count(Change.Kind.CHANGED)
                    + " changed, "
                    + changes.count(Change.Kind.MOVED) + " moved (to " + Amount.of(changes.arrived(), "new id")
                    + "), "
                    + changes.count(Change.Kind.GONE) + " gone, " + changes.count(Change.Kind.NEW) + " new, "
                    + changes.count(Change.Kind.COPIED) + " copied");
        }
    }
}
