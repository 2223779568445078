package io.whorl.cli.command;

import io.whorl.query.ShardOptions;
import io.whorl.query.ShardedSnapshot;
import io.whorl.query.Snapshot;
import io.whorl.shard.SegmentSet;
import java.io.IOException;
import java.nio.file.Path;

/** Opens what a command reads: an index, or a segment set as one index. */
final class ReadIndex {
    private ReadIndex() {}

    /** @param threads the threads that search the shards of a set for one query */
    static Snapshot open(Path index, int threads) throws IOException {
        return SegmentSet.isAt(index)
                ? ShardedSnapshot.open(index, ShardOptions.DEFAULT.threads(threads))
                : Snapshot.open(index);
    }
}
