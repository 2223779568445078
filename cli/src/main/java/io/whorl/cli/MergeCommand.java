package io.whorl.cli;

import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings an index down to one segment. What builds indexes in this release leaves one, so there is nothing to do. */
@Command(name = "merge", description = "Merges an index's segments into one.")
final class MergeCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Override
    public Integer call() throws IOException {
        int segments = Snapshot.open(index).stats().segments();
        if (segments > 1) {
            throw new FailedException(index + " has " + segments + " segments, which this release cannot merge;"
                    + " build the index again");
        }
        whorl.note(segments + (segments == 1 ? " segment" : " segments") + ": nothing to merge");
        return DONE;
    }
}
