package io.whorl.cli.dedup;

import io.whorl.cli.console.Console;
import io.whorl.cli.option.ScoreRange;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cluster.Dropped;
import io.whorl.measure.Measure;
import java.io.IOException;

/** The result: a record for each dropped document. A table names the measure in its first line. */
public final class DropRecords {
    private DropRecords() {}

    public static Table.Rows<Dropped> open(Console console, Measure measure) throws IOException {
        return console.open(new Table<Dropped>()
                .text("drop", Dropped::drop)
                .text("keep", Dropped::keep)
                .count("cluster", Dropped::cluster)
                .column(ScoreRange.named(measure), d -> ScoreRange.value(measure, d.score()))
                .when(console.format() != Format.TABLE, t -> t.text("measure", d -> measure.label())));
    }
}
