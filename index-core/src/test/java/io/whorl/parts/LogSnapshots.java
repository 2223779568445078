package io.whorl.parts;

import io.whorl.live.LiveTier.TierHeap;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Snapshots of files that read logs into a heap of their own: what finds no room there is in scratch files. */
public final class LogSnapshots {
    private LogSnapshots() {}

    public static Snapshot open(Path index, TierHeap memory) throws IOException {
        return Snapshot.of(DirectorySource.open(index, memory, Optional.empty()).snapshot());
    }
}
