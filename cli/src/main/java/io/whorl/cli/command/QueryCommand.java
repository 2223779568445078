package io.whorl.cli.command;

import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.Utf8;
import io.whorl.cli.input.Warnings;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.FrequencyLimitConverter;
import io.whorl.cli.option.MinScore;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.option.SelectionConverter;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks an index which documents are like some texts. */
@Command(
        name = "query",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Finds the documents of an index that are most like a text. Texts are read as build reads its sources:",
            "each document of a file, directory, archive or dump is a query, under its id."
        },
        footer = {"", ReadingOptions.EXIT_CODES})
final class QueryCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE|-",
            description = "Where the texts to ask with are; - is standard input. Each is asked for by itself.")
    private List<Path> files;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Name of the query in the results (field query), for one text only (default: the text's id,"
                    + " shown where there are several).")
    private String id;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "Matches at the most, best first, 1 to 10000000 (default: 20).")
    private int top = QueryOptions.DEFAULT.top();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            converter = Choices.Presets.class,
            completionCandidates = Choices.Presets.class,
            description =
                    "Ask with the measure and threshold of a preset, ${COMPLETION-CANDIDATES}, for an index that was"
                            + " built with it; --measure and --min-score replace them (default: none).")
    private Preset preset;

    @Option(
            names = "--measure",
            paramLabel = "M",
            converter = Choices.Measures.class,
            completionCandidates = Choices.Measures.class,
            description = "What the score is: ${COMPLETION-CANDIDATES} (default: percent; resemblance where the index"
                    + " was made with min-s, which gives nothing else). Those from inner-product on rank by how often"
                    + " words occur and need an index built with --granularity 1 --frequencies.")
    private Measure measure;

    @Option(
            names = "--min-score",
            paramLabel = "X|P%",
            converter = MinScore.Converter.class,
            description =
                    "Leave out matches that score less; 0 to 100 for percent, 0 to 1 for resemblance, containment,"
                            + " contained and their weighted kin, else 0 or more; 50%% is half of the highest score, whatever"
                            + " the measure (default: 0; with --preset and no other measure, the preset's).")
    private MinScore minScore;

    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Ignore minutiae held by more documents, 1 or more, or none for no limit (default: none).")
    private long maxDf = QueryOptions.NO_LIMIT;

    @Option(
            names = "--exact-weights",
            description = "Weigh documents in weighted-resemblance by the index as it is now, rather than as of each"
                    + " document's seal or last merge; reads the whole index first (default: not).")
    private boolean exactWeights;

    @Option(
            names = "--query-selection",
            paramLabel = "NAME[:key=value,...]",
            converter = SelectionConverter.class,
            description = "Select the query's minutiae otherwise than the documents' (default: as the index does).")
    private Selection selection;

    @Option(
            names = "--known",
            description = "Add the field known: the share of the query's minutiae that any document of the index holds,"
                    + " the same for all its matches (default: not).")
    private boolean known;

    @Option(
            names = "--self",
            description = "Add the field self: what the query's own text would score, so that 100 x score / self is the"
                    + " score in percent of that (default: not).")
    private boolean self;

    @Mixin
    private ReadingOptions reading;

    @Override
    public Integer call() throws IOException {
        if (SourceReader.repeatsStandardInput(files)) {
            throw usage().error("- stands twice, and standard input can be read once");
        }
        ReaderOptions corpusOptions = reading.corpus(files, usage());
        // Built once before the index is looked at, so that a value out of range is told whatever the index is.
        QueryOptions asked = usage().checked(() -> QueryOptions.builder()
                .top(top)
                .minScore(minScore == null ? 0 : minScore.value())
                .maxDf(maxDf)
                .build());
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        try (Snapshot snapshot = Snapshot.open(index);
                SourceReader texts = SourceReader.open(
                        files,
                        corpusOptions.toBuilder().threads(whorl.threads()).build(),
                        console().streams(),
                        skipped)) {
            ask(snapshot, options(asked, snapshot), texts, skipped);
        }
        skipped.tellLeftOut(console());
        return skipped.exitCode(reading.lenient(), "what was read is answered", console());
    }

    private QueryOptions options(QueryOptions asked, Snapshot snapshot) throws IOException {
        Measure scored = measure != null ? measure : preset != null ? preset.measure() : usualMeasure(snapshot);
        double usual = preset != null && scored == preset.measure() ? preset.minScore() : 0;
        // A preset's threshold means nothing by another measure.
        QueryOptions options = asked.toBuilder()
                .measure(scored)
                .exactWeights(exactWeights)
                .minScore(minScore == null ? usual : minScore.of(scored, usage()))
                .build();
        refuseThresholdOutOfReach(options);
        if (minScore != null) {
            minScore.doubt(scored).ifPresent(console()::warn);
        }
        if (preset != null) {
            PresetCheck.warning(preset, snapshot.scheme()).ifPresent(console()::warn);
        }
        if (selection != null) {
            usage().checked(() -> Fingerprinter.of(snapshot.scheme().withSelection(selection)));
        }
        return options;
    }

    private void ask(Snapshot snapshot, QueryOptions options, SourceReader texts, SkippedDocuments skipped)
            throws IOException {
        boolean several = texts.several();
        if (id != null && several) {
            throw usage().error("--id names one text, and there are several; leave it out");
        }
        boolean named = several || id != null || files.size() > 1;
        long[] count = new long[1];
        ParallelQuery.Texts next = () -> {
            Optional<Document> text = texts.next();
            text.ifPresent(t -> Utf8.warnUnlessValid(t, console().streams()));
            if (reading.strict()) {
                skipped.insistOnNone("it is asked no further");
            }
            count[0] += text.isPresent() ? 1 : 0;
            return text;
        };
        try (Records records = console().records(fields(named))) {
            new ParallelQuery(snapshot, options, selection)
                    .askAll(
                            next,
                            several ? whorl.threads() : 1,
                            (text, matches) ->
                                    print(records, snapshot, options, named, id != null ? id : text, matches));
        }
        skipped.insistOnSome(count[0], reading.allowEmpty(), "nothing is asked");
    }

    private static Measure usualMeasure(Snapshot snapshot) {
        Measure usual = QueryOptions.DEFAULT.measure();
        return usual.isSupportedBy(snapshot.scheme()) ? usual : Measure.RESEMBLANCE;
    }

    private void refuseThresholdOutOfReach(QueryOptions options) {
        Measure scored = options.measure();
        // A query selected more densely than the documents can share more with one of them than with its own text.
        boolean unbounded = scored == Measure.PERCENT && selection != null;
        if (options.minScore() > ScoreRange.most(scored) && !unbounded) {
            throw usage().error("--min-score is " + options.minScore() + "; with measure " + Choice.name(scored)
                    + " it must be " + ScoreRange.range(scored));
        }
    }

    private List<Column> fields(boolean named) {
        List<Column> fields = new ArrayList<>();
        if (named) {
            fields.add(Column.text("query"));
        }
        fields.addAll(columns(
                Column.number("rank"),
                Column.text("id"),
                Column.number("score"),
                Column.number("shared"),
                Column.number("percent"),
                Column.number("resemblance"),
                Column.number("containment"),
                Column.number("contained")));
        if (known) {
            fields.add(Column.number("known"));
        }
        if (self) {
            fields.add(Column.number("self"));
        }
        return fields;
    }

    private void print(
            Records records, Snapshot snapshot, QueryOptions options, boolean named, String name, Matches matches)
            throws IOException {
        for (Match match : matches.matches()) {
            List<Value> values = new ArrayList<>();
            if (named) {
                values.add(Value.text(name));
            }
            values.addAll(List.of(
                    Value.count(match.rank()),
                    Value.text(match.id()),
                    ScoreRange.value(options.measure(), match.score()),
                    Value.count(match.shared()),
                    Value.hundredth(match.percent()),
                    Value.ratio(match.resemblance()),
                    Value.ratio(match.containment()),
                    Value.ratio(match.contained())));
            if (known) {
                values.add(Value.ratio(matches.known()));
            }
            if (self) {
                values.add(ScoreRange.value(options.measure(), matches.self()));
            }
            records.add(values.toArray(Value[]::new));
        }
        records.flush();
        if (matches.minutiae() == 0) {
            console().warn(Warnings.empty(name, snapshot.scheme()));
        } else if (matches.ignored() > 0) {
            console()
                    .warn(String.format(
                            Locale.ROOT,
                            "%s: ignored %,d of %,d minutiae, each in more than %,d documents (--max-df)",
                            name,
                            matches.ignored(),
                            matches.minutiae(),
                            maxDf));
        } else if (matches.matches().isEmpty()) {
            console()
                    .note(name + ": no document matches"
                            + (known ? String.format(Locale.ROOT, "; known %.4f", matches.known()) : ""));
        }
    }
}
