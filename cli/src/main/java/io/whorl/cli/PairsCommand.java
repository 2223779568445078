package io.whorl.cli;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
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

    @Option(names = "--measure", paramLabel = "M", converter = Choices.Measures.class,
            completionCandidates = PairMeasures.class,
            description = "What the score is: ${COMPLETION-CANDIDATES} (default: resemblance).")
    private Measure measure = PairsOptions.DEFAULT.measure();

    @Option(names = "--min-score", paramLabel = "X",
            description = "Leave out pairs that score less, 0 to 1; 0 or more for shared (default: 0.5).")
    private double minScore = PairsOptions.DEFAULT.minScore();

    @Option(names = "--top", paramLabel = "N",
            description = "Pairs at the most, best first, 1 to 10000000 (default: 10000000).")
    private int top = PairsOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimit.class,
            description = "Ignore minutiae held by more documents, 1 or more, or none for no limit (default: 1000).")
    private long maxDf = PairsOptions.DEFAULT.maxDf();

    @Override
    public Integer call() throws IOException {
        PairsOptions options = new PairsOptions(measure, minScore, top, maxDf, whorl.threads());
        if (minScore > Scores.most(measure)) {
            throw wrongUsage("--min-score is " + minScore + "; with measure " + Choice.name(measure)
                    + " it must be " + Scores.range(measure));
        }
        Pairs found = Snapshot.open(index).pairs(options);
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
                        Scores.value(measure, pair.score()),
                        Value.count(pair.shared()),
                        Value.ratio(pair.resemblance()),
                        Value.ratio(pair.containment()),
                        Value.ratio(pair.contained()));
            }
        }
        tellWhatIsLeftOut(found);
        return DONE;
    }

    private void tellWhatIsLeftOut(Pairs found) {
        if (found.ignored() > 0) {
            whorl.streams().tell(String.format(Locale.ROOT,
                    "ignored %,d minutiae, each in more than %,d documents (--max-df)", found.ignored(), maxDf));
        }
        if (found.pairs().isEmpty()) {
            whorl.note("no pair scores " + minScore + " or more (--min-score)");
        }
    }
}
