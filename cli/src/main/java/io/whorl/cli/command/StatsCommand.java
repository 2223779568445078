package io.whorl.cli.command;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.IndexStats;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What an index holds. */
@Command(name = "stats", description = "Shows what an index holds: documents, words, minutiae, size and scheme.")
final class StatsCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Override
    public Integer call() throws IOException {
        IndexStats stats = Snapshot.open(index).stats();
        try (Records records = console()
                .oneRecord(columns(
                        Column.number("documents"),
                        Column.number("words"),
                        Column.number("minutiae"),
                        Column.number("singletons"),
                        Column.number("postings"),
                        Column.number("bytes"),
                        Column.number("bytesPerPosting"),
                        Column.number("segments"),
                        Column.text("scheme")))) {
            records.add(
                    Value.count(stats.documents()),
                    Value.count(stats.words()),
                    Value.count(stats.minutiae()),
                    Value.count(stats.singletons()),
                    Value.count(stats.postings()),
                    Value.count(stats.bytes()),
                    Value.hundredth(stats.bytesPerPosting()),
                    Value.count(stats.segments()),
                    Value.json(stats.scheme().toJson()));
        }
        return DONE;
    }
}
