package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.Lookahead;
import io.whorl.cli.option.ComparisonOptions;
import io.whorl.cli.option.ComparisonOptions.ScoreRange;
import io.whorl.cli.option.ComparisonOptions.Threshold;
import io.whorl.cli.option.Decision;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.SeriesRule;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.cli.report.LeftOutMinutiae;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds all pairs of similar documents in an index. */
@Command(name = "pairs")
final class PairsCommand extends IndexCommand {
    @Mixin
    private ComparisonOptions comparison;

    @Option(names = "--top", paramLabel = "N")
    private long top = PairsOptions.ALL;

    @Option(names = "--expand")
    private boolean expand;

    @Option(names = "--decision", paramLabel = "FUNCTION=LIMIT", completionCandidates = Decision.Converter.class)
    private Decision decision;

    @Override
    boolean hasOtherResults() {
        return comparison.omissions().templates().file().isPresent();
    }

    @Override
    public Integer call() throws IOException {
        Optional<SeriesRule> rule = comparison.omissions().templates().rule(usage());
        PairsOptions options = usage().checked(() -> options(rule));
        new OutputCheck(usage())
                .reads("index", List.of(index))
                .reads("file of --series", comparison.omissions().templates().seriesFile())
                .writes("--templates", comparison.omissions().templates().file())
                .writes("--work", comparison.work())
                .check();
        LeftOutMinutiae leftOut =
                new LeftOutMinutiae(comparison.omissions().templates().file(), rule, console());
        try (Snapshot snapshot = Snapshot.open(index)) {
            leftOut.check(snapshot);
            if (decision != null) {
                PairDecisions.check(snapshot);
            }
            warnOfPreset(comparison.preset(), snapshot.scheme());
            print(snapshot, options, leftOut);
        }
        return DONE;
    }

    private void print(Snapshot snapshot, PairsOptions options, LeftOutMinutiae leftOut) throws IOException {
        try (Pairs found = find(snapshot, options)) {
            boolean any = found.hasNext();
            if (decision == null) {
                long printed = printPairs(found, options, console());
                noteReport(comparison.isUsual() && top == PairsOptions.ALL, printed, snapshot.documents());
            } else {
                printPairs(found, options, new PairDecisions(snapshot, decision), whorl.threads(), console());
            }
            leftOut.report(found, options);
            if (!options.expanded() && found.families() > 0) {
                note("found " + families(found.families())
                        + " of equal fingerprints: one line lists the members"
                        + " of each, and its first document represents all members in other pairs"
                        + " (--expand lists"
                        + " every pair)");
            }
            if (!any) {
                note("no pair has a score of " + options.minScore() + " or more (--min-score)");
            }
            if (!console().isClosed()) {
                found.removeWork();
            }
        }
    }

    private Pairs find(Snapshot snapshot, PairsOptions options) {
        try (Progress progress = console().progressOfDocuments("pairs", snapshot.documents())) {
            return snapshot.pairs(options, (done, documents) -> progress.at(done));
        }
    }

    private PairsOptions options(Optional<SeriesRule> rule) {
        PairsOptions defaults = comparison.preset().map(Preset::pairs).orElse(PairsOptions.DEFAULT);
        Threshold threshold = comparison.threshold(new Threshold(defaults.measure(), defaults.minScore()), usage());
        return comparison.over(
                defaults.top(top)
                        .superShingles(comparison.superShingles())
                        // Equal fingerprints may be of texts whose chunks repeat, or are in another order.
                        .expanded(expand || decision != null),
                threshold,
                rule,
                PairsOptions.MIN_MEMORY,
                whorl.threads(),
                usage());
    }

    private static String families(long count) {
        return Amount.of(count, "family", "families");
    }

    /** Returns the number of lines. */
    static long printPairs(Pairs found, PairsOptions options, Console console) throws IOException {
        // A table for people leaves out columns that would be empty. The other formats always have the same
        // columns.
        boolean families = !options.expanded() && (found.families() > 0 || console.format() != Format.TABLE);
        long printed = 0;
        try (Table.Rows<Pair> rows = console.open(table(options, families))) {
            for (Iterator<Pair> pairs = untilClosed(found, console); pairs.hasNext(); printed++) {
                rows.add(pairs.next());
            }
        }
        return printed;
    }

    /** Prints pairs with the verdicts of a decision, which any number of threads make. */
    private static void printPairs(
            Pairs found, PairsOptions options, PairDecisions decisions, int threads, Console console)
            throws IOException {
        record Row(Pair pair, PairDecisions.Verdicts verdicts) {}

        try (Table.Rows<Row> rows = console.open(
                new Table<Row>().part(Row::pair, table(options, false)).part(Row::verdicts, decisions.table()))) {
            OrderedTasks.run(
                    () -> untilClosed(found, console),
                    threads,
                    decisions::of,
                    (pair, verdicts) -> rows.add(new Row(pair, verdicts)));
        }
    }

    /** Returns the pairs that can still be printed. */
    private static Iterator<Pair> untilClosed(Pairs found, Console console) {
        return new Lookahead<>(
                () -> console.isClosed() || !found.hasNext() ? Optional.empty() : Optional.of(found.next()));
    }

    private static Table<Pair> table(PairsOptions options, boolean families) {
        return new Table<Pair>()
                .text("a", Pair::a)
                .text("b", Pair::b)
                .column(ScoreRange.beside(options.measure()), p -> ScoreRange.value(options.measure(), p.score()))
                .count("shared", Pair::shared)
                .number("resemblance", p -> Value.ratio(p.resemblance()))
                .number("containment", p -> Value.ratio(p.containment()))
                .number("contained", p -> Value.ratio(p.contained()))
                .when(
                        families,
                        t -> t.optional(
                                Pair::family,
                                new Table<Collection<String>>()
                                        .count("family", Collection::size)
                                        .column(Column.text("members"), Value::texts)));
    }
}
