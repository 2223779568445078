package io.whorl.cli;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Pair;
import io.whorl.query.Pairs;
import io.whorl.query.PairsOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** All pairs of an index's documents that are alike. */
@Command(
        name = "pairs",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Finds every pair of documents of an index that are alike. For containment, contained and"
                + " weighted-containment, which are not symmetric, both directions are tested and shown.")
final class PairsCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Option(names = "--preset", paramLabel = "NAME", converter = Choices.Presets.class,
            completionCandidates = Choices.Presets.class,
            description = "Ask with the measure and threshold of a preset, ${COMPLETION-CANDIDATES}, for an index that was"
                    + " built with it; --measure and --min-score replace them (default: none).")
    private Preset preset;

    @Option(names = "--measure", paramLabel = "M", converter = Choices.Measures.class,
            completionCandidates = PairMeasures.class,
            description = "What the score is: ${COMPLETION-CANDIDATES} (default: resemblance).")
    private Measure measure;

    @Option(names = "--min-score", paramLabel = "X|P%", converter = MinScore.Converter.class,
            description = "Leave out pairs that score less, 0 to 1, or 50%% for a half; 0 or more for shared (default:"
                    + " 0.5; with --preset and no other measure, the preset's).")
    private MinScore minScore;

    @Option(names = "--top", paramLabel = "N",
            description = "Pairs at the most, best first, 1 to 10000000 (default: 10000000).")
    private int top = PairsOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimit.class,
            description = "Ignore minutiae held by more documents, 1 or more, or none for no limit (default: 1000).")
    private long maxDf = PairsOptions.DEFAULT.maxDf();

    @Override
    public Integer call() throws IOException {
        PairsOptions options = Checked.value(this::options, this::wrongUsage);
        if (options.minScore() > Scores.most(options.measure())) {
            throw wrongUsage("--min-score is " + options.minScore() + "; with measure " + Choice.name(options.measure())
                    + " it must be " + Scores.range(options.measure()));
        }
        Snapshot snapshot = Snapshot.open(index);
        if (preset != null) {
            PresetFit.warning(preset, snapshot.scheme()).ifPresent(whorl.streams()::tell);
        }
        Pairs found = snapshot.pairs(options);
        try (Records records = whorl.records(columns(
                Column.text("a"),
                Column.text("b"),
                Column.number("score"),
                Column.number("shared"),
                Column.number("resemblance"),
                Column.number("containment"),
                Column.number("contained")))) {
            for (Pair pair : found.pairs()) {
                records.add(
                        Value.text(pair.a()),
                        Value.text(pair.b()),
                        Scores.value(options.measure(), pair.score()),
                        Value.count(pair.shared()),
                        Value.ratio(pair.resemblance()),
                        Value.ratio(pair.containment()),
                        Value.ratio(pair.contained()));
            }
        }
        tellWhatIsLeftOut(found, options);
        return DONE;
    }

    private PairsOptions options() {
        PairsOptions usual = preset != null ? preset.pairs() : PairsOptions.DEFAULT;
        Measure scored = measure != null ? measure : usual.measure();
        // A preset's threshold means nothing by another measure.
        double least = minScore != null ? minScore.of(scored, this::wrongUsage)
                : scored == usual.measure() ? usual.minScore() : PairsOptions.DEFAULT.minScore();
        return new PairsOptions(scored, least, top, maxDf, whorl.threads());
    }

    private void tellWhatIsLeftOut(Pairs found, PairsOptions options) {
        if (found.ignored() > 0) {
            whorl.streams().tell(String.format(Locale.ROOT,
                    "ignored %,d minutiae, each in more than %,d documents (--max-df)", found.ignored(), maxDf));
        }
        if (found.pairs().isEmpty()) {
            whorl.note("no pair scores " + options.minScore() + " or more (--min-score)");
        }
    }
}
