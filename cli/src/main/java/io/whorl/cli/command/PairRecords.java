package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.query.Pair;
import io.whorl.query.Pairs;
import io.whorl.query.PairsOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Prints pairs, one per line. */
final class PairRecords {
    private PairRecords() {}

    static void print(Pairs found, PairsOptions options, Console console) throws IOException {
        // A table for people leaves out columns that would be empty. The other formats always have the same columns.
        boolean families = !options.expanded() && (found.families() > 0 || console.format() != Format.TABLE);
        try (Records records = console.records(columns(options, families))) {
            while (!console.isClosed() && found.hasNext()) {
                records.add(values(found.next(), options, families).toArray(Value[]::new));
            }
        }
    }

    /** Prints pairs with the verdicts of a decision, which any number of threads make. */
    static void print(Pairs found, PairsOptions options, PairDecisions decisions, int threads, Console console)
            throws IOException {
        List<Column> columns = columns(options, false);
        columns.addAll(decisions.columns());
        try (Records records = console.records(columns)) {
            OrderedTasks.run(() -> untilClosed(found, console), threads, decisions::of, (pair, verdicts) -> {
                List<Value> values = values(pair, options, false);
                values.addAll(PairDecisions.values(verdicts));
                records.add(values.toArray(Value[]::new));
            });
        }
    }

    /** Returns the pairs that can still be printed. */
    private static Iterator<Pair> untilClosed(Pairs found, Console console) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !console.isClosed() && found.hasNext();
            }

            @Override
            public Pair next() {
                return found.next();
            }
        };
    }

    private static List<Column> columns(PairsOptions options, boolean families) {
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("a"),
                Column.text("b"),
                ScoreRange.beside(options.measure()),
                Column.number("shared"),
                Column.number("resemblance"),
                Column.number("containment"),
                Column.number("contained")));
        if (families) {
            columns.add(Column.number("family"));
            columns.add(Column.text("members"));
        }
        return columns;
    }

    private static List<Value> values(Pair pair, PairsOptions options, boolean families) {
        List<Value> values = new ArrayList<>(List.of(
                Value.text(pair.a()),
                Value.text(pair.b()),
                ScoreRange.value(options.measure(), pair.score()),
                Value.count(pair.shared()),
                Value.ratio(pair.resemblance()),
                Value.ratio(pair.containment()),
                Value.ratio(pair.contained())));
        if (families) {
            values.add(pair.family().map(family -> Value.count(family.size())).orElse(Value.absent()));
            values.add(pair.family().map(Value::texts).orElse(Value.absent()));
        }
        return values;
    }
}
