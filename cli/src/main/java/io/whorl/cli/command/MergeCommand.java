package io.whorl.cli.command;

import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings an index down to one segment, and the log into it. */
@Command(
        name = "merge",
        description = {
            "Merges an index's segments and what was added since into one segment, without deleted documents: the",
            "smallest and fastest form of it. Whoever asks the index meanwhile is not disturbed."
        })
final class MergeCommand extends Subcommand {
    private static final double MEGABYTE = 1e6;

    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Override
    public Integer call() throws IOException {
        try (IndexWriter writer = IndexWriter.open(
                index,
                WriterOptions.builder()
                        .liveMap(LiveMap.NONE)
                        .threads(whorl.threads())
                        .build())) {
            writer.forceMerge();
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            console()
                    .note(String.format(
                            Locale.ROOT,
                            "%s has %d segment%s now: %,d documents, %.1f MB",
                            index,
                            snapshot.stats().segments(),
                            snapshot.stats().segments() == 1 ? "" : "s",
                            snapshot.documents(),
                            snapshot.stats().bytes() / MEGABYTE));
        }
        return DONE;
    }
}
