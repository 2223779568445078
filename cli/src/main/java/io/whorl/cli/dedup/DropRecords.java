package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The result: a record for each dropped document. A table names the measure in its first line. */
public final class DropRecords implements Closeable {
    private final Records records;
    private final Measure measure;
    private final boolean table;

    public DropRecords(Console console, Measure measure) throws IOException {
        this.measure = measure;
        table = console.format() == Format.TABLE;
        List<Column> columns = new ArrayList<>(
                List.of(Column.text("drop"), Column.text("keep"), Column.number("cluster"), ScoreRange.named(measure)));
        if (!table) {
            columns.add(Column.text("measure"));
        }
        records = console.records(columns);
    }

    public void add(String drop, String keep, long cluster, double score) throws IOException {
        List<Value> values = new ArrayList<>(
                List.of(Value.text(drop), Value.text(keep), Value.count(cluster), ScoreRange.value(measure, score)));
        if (!table) {
            values.add(Value.text(measure.label()));
        }
        records.add(values.toArray(Value[]::new));
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
