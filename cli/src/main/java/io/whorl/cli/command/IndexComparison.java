package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import io.whorl.query.DocumentComparison;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Prints the comparison of two documents of an index, by all measures. */
final class IndexComparison {
    /** The figures that {@code compare} prints for two files, too. They come first, by the same names. */
    private static final List<Measure> FIRST =
            List.of(Measure.SHARED, Measure.RESEMBLANCE, Measure.CONTAINMENT, Measure.CONTAINED);

    private IndexComparison() {}

    static void print(Path index, String a, String b, Console console) throws IOException {
        DocumentComparison compared;
        List<Measure> others;
        try (Snapshot snapshot = ReadIndex.open(index, 1)) {
            compared = snapshot.compare(a, b);
            others = Arrays.stream(Measure.values())
                    .filter(m -> !Set.copyOf(FIRST).contains(m))
                    .filter(m -> !m.usesFrequencies() || m.isSupportedBy(snapshot.scheme()))
                    .toList();
        }
        List<Column> columns = new ArrayList<>(List.of(
                Column.text("a"),
                Column.text("b"),
                Column.number("minutiaeA"),
                Column.number("minutiaeB"),
                Column.number("score")));
        List<Value> values = new ArrayList<>(List.of(
                Value.text(a),
                Value.text(b),
                Value.count(compared.minutiaeA()),
                Value.count(compared.minutiaeB()),
                value(compared, Measure.RESEMBLANCE)));
        for (List<Measure> measures : List.of(FIRST, others)) {
            for (Measure measure : measures) {
                columns.add(Column.number(field(measure)));
                values.add(value(compared, measure));
            }
        }
        try (Records records = console.oneRecord(columns)) {
            records.add(values.toArray(Value[]::new));
        }
    }

    /** Shows no value if the scheme does not support the measure. */
    private static Value value(DocumentComparison compared, Measure measure) {
        return measure == Measure.SHARED
                ? Value.count(compared.shared())
                : ScoreRange.value(measure, compared.score(measure));
    }

    /** The name of a measure as a field: {@code weightedResemblance}. */
    private static String field(Measure measure) {
        StringBuilder name = new StringBuilder();
        for (String word : measure.label().split("-")) {
            name.append(name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return name.toString();
    }
}
