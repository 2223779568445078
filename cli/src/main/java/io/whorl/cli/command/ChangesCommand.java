package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Progress;
import io.whorl.cli.option.ByteSize;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.ComparisonOptions.ScoreRange;
import io.whorl.cli.option.ComparisonOptions.ThresholdOptions;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cluster.Pair;
import io.whorl.history.ChangeOptions;
import io.whorl.history.Changes;
import io.whorl.history.Changes.Change;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reports what is new, changed, moved and gone between two indexes. */
@Command(name = "changes")
final class ChangesCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "OLD")
    private Path old;

    @Parameters(index = "1", paramLabel = "NEW")
    private Path young;

    @Mixin
    private ThresholdOptions threshold;

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long maxDf = ChangeOptions.DEFAULT.maxDf();

    @Option(names = "--unchanged")
    private boolean unchanged;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    @Override
    public Integer call() throws IOException {
        ChangeOptions options = usage().checked(this::options);
        try (Snapshot before = Snapshot.open(old);
                Snapshot after = Snapshot.open(young);
                Changes changes = find(before, after, options)) {
            print(changes, options, console());
            summarise(changes);
        }
        return DONE;
    }

    private ChangeOptions options() {
        Measure measure = threshold.measure(ChangeOptions.DEFAULT.measure());
        ChangeOptions options = ChangeOptions.DEFAULT
                .measure(measure)
                .minScore(threshold.minScore(measure, ChangeOptions.DEFAULT.minScore(), usage()))
                .maxDf(maxDf)
                .threads(whorl.threads())
                .unchanged(unchanged);
        return memory == null ? options : options.memory(memory.checkedMemory(ChangeOptions.MIN_MEMORY, usage()));
    }

    private Changes find(Snapshot before, Snapshot after, ChangeOptions options) {
        try (Progress progress = console().progressOfDocuments("changes", 100)) {
            return before.changes(after, options, (done, total) -> progress.at(100 * done / Math.max(1, total)));
        }
    }

    private static void print(Changes changes, ChangeOptions options, Console console) throws IOException {
        Table<Pair> found = new Table<Pair>()
                .number("score", f -> ScoreRange.value(options.measure(), f.score()))
                .count("shared", Pair::shared)
                .number("resemblance", f -> Value.ratio(f.resemblance()))
                .number("containment", f -> Value.ratio(f.containment()))
                .number("contained", f -> Value.ratio(f.contained()));
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
