package io.whorl.cli.command;

import io.whorl.cli.output.Amount;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Merges an index into one segment. */
@Command(name = "merge")
final class MergeCommand extends IndexCommand {
    private static final double MEGABYTE = 1e6;

    @Override
    public Integer call() throws IOException {
        try (IndexWriter writer = writer(index)) {
            writer.forceMerge();
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            note(String.format(
                    Locale.ROOT,
                    "%s has %s now: %s, %.1f MB",
                    index,
                    Amount.of(snapshot.stats().segments(), "segment"),
                    Amount.of(snapshot.documents(), "document"),
                    snapshot.stats().bytes() / MEGABYTE));
        }
        return DONE;
    }
}
