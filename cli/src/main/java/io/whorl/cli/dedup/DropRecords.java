package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The result: a record for each dropped document. */
public final class DropRecords implements Closeable {
    private final Records records;
    private final Measure measure;

    public DropRecords(Console console, Measure measure) throws IOException {
        this.measure = measure;
        records = console.records(List.of(
                Column.text("drop"),
                Column.text("keep"),
                Column.number("cluster"),
                Column.number("score"),
                Column.text("measure")));
    }

    public void add(String drop, String keep, long cluster, double score) throws IOException {
        records.add(
                Value.text(drop),
                Value.text(keep),
                Value.count(cluster),
                ScoreRange.value(measure, score),
                Value.text(measure.label()));
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
