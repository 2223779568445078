package io.whorl.write;

import io.whorl.parts.LivePart;
import io.whorl.parts.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.parts.SnapshotSource;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The source of snapshots of a writer: the writer while it is open, and then the files. */
record WriterSnapshotSource(DefaultIndexWriter writer, IndexState state) implements SnapshotSource {
    static Snapshot of(DefaultIndexWriter writer) {
        return Snapshot.of(parts(writer));
    }

    private static SnapshotParts parts(DefaultIndexWriter writer) {
        Scheme scheme = writer.scheme();
        return writer.states().reading(state -> {
            List<SealedPart> sealed =
                    state.sealed().stream().map(SealedSegment::part).toList();
            List<LivePart> live = state.tiers().stream()
                    .filter(t -> t.documents() > 0)
                    .map(TierState::part)
                    .toList();
            return new SnapshotParts(scheme, sealed, live, new WriterSnapshotSource(writer, state));
        });
    }

    @Override
    public long bytes() throws IOException {
        return IndexFiles.bytes(writer.path());
    }

    @Override
    public int segments() {
        return state.sealed().size();
    }

    @Override
    public StoredKinds stored() {
        return writer.stored();
    }

    @Override
    public Optional<SnapshotParts> refresh() throws IOException {
        if (writer.isOpen()) {
            try {
                return writer.states().state() == state ? Optional.empty() : Optional.of(newer());
            } catch (IllegalStateException e) {
                if (writer.isOpen()) {
                    throw e;
                }
                // The writer was closed meanwhile, so the files have the current state.
            }
        }
        return Optional.of(SnapshotParts.ofFiles(writer.path()));
    }

    private SnapshotParts newer() {
        WriterEvents.Refresh event = new WriterEvents.Refresh();
        event.begin();
        SnapshotParts next = parts(writer);
        event.documents = next.documents();
        event.commit();
        return next;
    }
}
