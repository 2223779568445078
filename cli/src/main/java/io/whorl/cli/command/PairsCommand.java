package io.whorl.cli.command;

import io.whorl.cli.console.Progress;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.FrequencyLimitConverter;
import io.whorl.cli.option.MinScore;
import io.whorl.cli.option.ScoreRange;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
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
            completionCandidates = PairMeasures.class,
            description = "What the score is: ${COMPLETION-CANDIDATES} (default: resemblance).")
    private Measure measure;

    @Option(
            names = "--min-score",
            paramLabel = "X|P%",
            converter = MinScore.Converter.class,
            description = "Leave out pairs that score less, 0 to 1, or 50%% for a half; 0 or more for shared (default:"
                    + " 0.5; with --preset and no other measure, the preset's).")
    private MinScore minScore;

    @Option(names = "--top", paramLabel = "N", description = "Lines at the most, best first, 1 or more (default: all).")
    private long top = PairsOptions.ALL;

    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Ignore minutiae held by more documents, 1 or more, or none for no limit (default: 1000).")
    private long maxDf = PairsOptions.DEFAULT.maxDf();

    @Option(
            names = "--expand",
            description = {
                "List every pair. Otherwise documents of equal fingerprints are a family: one line lists its members, and",
                "a pair with its first document stands for the pairs with all of them."
            })
    private boolean expand;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.Converter.class,
            description = "Heap for what grows with the index and the pairs, such as 64m, from 4m up to java's own"
                    + " limit (-Xmx); what does not fit goes to scratch files in java.io.tmpdir (default: a quarter of"
                    + " java's limit).")
    private ByteSize memory;

    @Override
    public Integer call() throws IOException {
        PairsOptions options = usage().checked(this::options);
        if (options.minScore() > ScoreRange.most(options.measure())) {
            throw usage().error("--min-score is " + options.minScore() + "; with measure "
                    + Choice.name(options.measure()) + " it must be " + ScoreRange.range(options.measure()));
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            if (preset != null) {
                PresetCheck.warning(preset, snapshot.scheme()).ifPresent(console()::warn);
            }
            print(snapshot, options);
        }
        return DONE;
    }

    private void print(Snapshot snapshot, PairsOptions options) throws IOException {
        try (Pairs found = found(snapshot, options)) {
            boolean any = found.hasNext();
            PairRecords.print(found, options, console());
            tellWhatIsLeftOut(found, options, any);
        }
    }

    private Pairs found(Snapshot snapshot, PairsOptions options) {
        try (Progress progress =
                Progress.ofDocuments(console().streams(), console().quiet(), "pairs", snapshot.documents())) {
            return snapshot.pairs(options, (done, documents) -> progress.at(done));
        }
    }

    private PairsOptions options() {
        PairsOptions usual = preset != null ? preset.pairs() : PairsOptions.DEFAULT;
        Measure scored = measure != null ? measure : usual.measure();
        // A preset's threshold means nothing by another measure.
        double least = minScore != null
                ? minScore.of(scored, usage())
                : scored == usual.measure() ? usual.minScore() : PairsOptions.DEFAULT.minScore();
        PairsOptions.Builder asked = usual.toBuilder()
                .measure(scored)
                .minScore(least)
                .top(top)
                .maxDf(maxDf)
                .threads(whorl.threads())
                .expanded(expand);
        return (memory == null ? asked : asked.memory(checkedMemory())).build();
    }

    private long checkedMemory() {
        long limit = Runtime.getRuntime().maxMemory();
        if (memory.bytes() < PairsOptions.MIN_MEMORY || memory.bytes() > limit) {
            throw usage().error("--memory is " + memory + "; it must be from " + new ByteSize(PairsOptions.MIN_MEMORY)
                    + " to java's own limit, " + (limit >> 20) + "m (-Xmx)");
        }
        return memory.bytes();
    }

    private void tellWhatIsLeftOut(Pairs found, PairsOptions options, boolean any) {
        Pairs.Ignored ignored = found.ignored();
        if (ignored.minutiae() > 0) {
            console()
                    .warn(String.format(
                            Locale.ROOT,
                            "ignored %,d minutiae, each in more than %,d documents"
                                    + " (--max-df): %,d postings, %,d %s of documents",
                            ignored.minutiae(),
                            maxDf,
                            ignored.postings(),
                            ignored.lists(),
                            ignored.lists() == 1 ? "set" : "sets"));
        }
        if (ignored.families() > 0) {
            console()
                    .warn(String.format(
                            Locale.ROOT,
                            "left out %,d %s of equal fingerprints, all of whose minutiae are ignored; give a larger --max-df",
                            ignored.families(),
                            families(ignored.families())));
        }
        if (!expand && found.families() > 0) {
            console()
                    .note(String.format(
                            Locale.ROOT,
                            "found %,d %s of equal fingerprints: one line lists the members of"
                                    + " each, and a pair with its first document stands for the pairs with all (--expand lists every"
                                    + " pair)",
                            found.families(),
                            families(found.families())));
        }
        if (!any) {
            console().note("no pair scores " + options.minScore() + " or more (--min-score)");
        }
    }

    private static String families(long count) {
        return count == 1 ? "family" : "families";
    }
}
