package io.whorl.cli.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.cli.command.WhorlCommand.HelpText;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.input.GivenDates;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.FrequencyLimitConverter;
import io.whorl.cli.option.MinScore;
import io.whorl.cli.option.UnweightedMeasures;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Escapes;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cluster.ClusterOptions;
import io.whorl.history.History;
import io.whorl.history.HistoryOptions;
import io.whorl.history.Version;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the versions of a document in the order of their dates. */
@Command(
        name = "history",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Lists the versions of a document by date.",
        description = {
            "%nThe versions are the documents that a chain of similar pairs connects with the document."
                    + " Each is compared"
                    + " with the one before it. Versions without a date come last."
        },
        exitCodeList = {HelpText.DONE, HelpText.FAILED, HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl history index essay.v3.txt",
            "  whorl history index essay.v3.txt --dates dates.tsv --passages"
        })
final class HistoryCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = HelpText.INDEX)
    private Path index;

    @Parameters(index = "1", paramLabel = "ID", description = "The id of a document of the index.")
    private String id;

    @Option(
            names = "--link",
            paramLabel = "RULE",
            converter = Choices.Links.class,
            completionCandidates = Choices.Links.class,
            description = "components: a chain of pairs joins versions. star: each version scores enough with the"
                    + " document itself (default: components).")
    private ClusterOptions.Link link = HistoryOptions.DEFAULT.link();

    @Option(
            names = "--measure",
            paramLabel = "M",
            converter = Choices.Measures.class,
            completionCandidates = UnweightedMeasures.class,
            description = "The score: ${COMPLETION-CANDIDATES} (default: resemblance).")
    private Measure measure = HistoryOptions.DEFAULT.measure();

    @Option(
            names = "--min-score",
            paramLabel = "X|P%",
            converter = MinScore.Converter.class,
            description = "The least score with which versions are joined. X is more than 0, up to 1, or any number for"
                    + " shared. 50%% is half of the highest score (default: 0.4).")
    private MinScore minScore = new MinScore(HistoryOptions.DEFAULT.minScore(), false);

    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Minutiae that more than N documents hold do not lead to versions (default: 1000).")
    private long maxDf = HistoryOptions.DEFAULT.maxDf();

    @Option(names = "--top", paramLabel = "N", description = "At most N versions, 1 to 100000 (default: 1000).")
    private int top = HistoryOptions.DEFAULT.most();

    @Option(
            names = "--dates",
            paramLabel = "FILE",
            description = "A file of dates, in place of those in the index. Each line is an id, a tab and a date"
                    + " (default: the dates in the index).")
    private Path dateFile;

    @Option(
            names = "--passages",
            description = "Also align the stored text of each version with that of the one before, and count the"
                    + " passages that they share and the words in them.")
    private boolean passages;

    @Override
    public Integer call() throws IOException {
        HistoryOptions options = usage().checked(this::options);
        try (GivenDates dates = GivenDates.read(Optional.ofNullable(dateFile), console());
                Snapshot snapshot = Snapshot.open(index)) {
            if (passages && !snapshot.storesTexts()) {
                throw new FailedException(
                        "the index stores no texts, so --passages cannot align them; build it with" + " --store-text");
            }
            History history = snapshot.history(
                            id,
                            dates.isPresent()
                                    ? options.toBuilder().dates(dates::date).build()
                                    : options)
                    .orElseThrow(() ->
                            new FailedException(index + " has no document with the id '" + Escapes.visible(id) + "'"));
            Optional<Aligner> aligner = passages ? Optional.of(Aligner.of(AlignmentOptions.DEFAULT)) : Optional.empty();
            new VersionRecords(snapshot, aligner).print(history, console());
            summarise(history);
        }
        return DONE;
    }

    private HistoryOptions options() {
        if (top < 1 || top > 100_000) {
            throw usage().error("--top is " + top + "; it must be from 1 to 100000");
        }
        return HistoryOptions.builder()
                .link(link)
                .measure(measure)
                .minScore(minScore.of(measure, usage()))
                .maxDf(maxDf)
                .most(top)
                .build();
    }

    private void summarise(History history) {
        int dated = history.versions().size();
        int undated = history.undated().size();
        console()
                .note(Amount.of(dated + undated, "version", "versions") + "; " + undated
                        + (undated == 1 ? " has" : " have") + " no date");
        if (dated == 0) {
            console()
                    .warn("warning: no version has a date, so the versions are listed by id; give --dates FILE, or"
                            + " build the index with dates");
        }
        if (!history.complete()) {
            console().warn("warning: there are more versions than --top " + top + " allows");
        }
    }

    /** Prints the versions of a document, one record each. */
    private static final class VersionRecords {
        private final Snapshot snapshot;
        private final Optional<Aligner> aligner;

        /** @param aligner aligns the stored texts of versions, if passages are requested */
        VersionRecords(Snapshot snapshot, Optional<Aligner> aligner) {
            this.snapshot = snapshot;
            this.aligner = aligner;
        }

        void print(History history, Console console) throws IOException {
            try (Records records = console.records(columns())) {
                for (List<Version> some : List.of(history.versions(), history.undated())) {
                    for (Version version : some) {
                        records.add(values(version));
                    }
                }
            }
        }

        private List<Column> columns() {
            List<Column> columns = new ArrayList<>(List.of(
                    Column.text("date"),
                    Column.number("words"),
                    Column.number("minutiae"),
                    Column.number("score"),
                    Column.number("shared"),
                    Column.number("kept"),
                    Column.number("old"),
                    Column.number("resemblance")));
            if (aligner.isPresent()) {
                columns.add(Column.number("passages"));
                columns.add(Column.number("passageWords"));
            }
            columns.add(Column.text("id"));
            columns.add(Column.text("before"));
            return columns;
        }

        private Value[] values(Version version) {
            Optional<Version.Kept> kept = version.kept();
            List<Value> values = new ArrayList<>(List.of(
                    version.date().map(date -> Value.text(date.toString())).orElse(Value.absent()),
                    Value.count(version.words()),
                    Value.count(version.minutiae()),
                    Value.ratio(version.resemblance()),
                    kept.map(k -> Value.count(k.shared())).orElse(Value.absent()),
                    kept.map(k -> Value.ratio(k.kept())).orElse(Value.absent()),
                    kept.map(k -> Value.ratio(k.old())).orElse(Value.absent()),
                    kept.map(k -> Value.ratio(k.resemblance())).orElse(Value.absent())));
            if (aligner.isPresent()) {
                List<Passage> passages =
                        kept.map(k -> passages(version.id(), k.before())).orElse(List.of());
                values.add(kept.isPresent() ? Value.count(passages.size()) : Value.absent());
                values.add(
                        kept.isPresent()
                                ? Value.count(passages.stream()
                                        .mapToLong(Passage::words)
                                        .sum())
                                : Value.absent());
            }
            values.add(Value.text(version.id()));
            values.add(kept.map(k -> Value.text(k.before())).orElse(Value.absent()));
            return values.toArray(Value[]::new);
        }

        private List<Passage> passages(String id, String before) {
            return aligner.orElseThrow()
                    .align(
                            snapshot.text(id).orElseThrow(),
                            snapshot.text(before).orElseThrow());
        }
    }
}
