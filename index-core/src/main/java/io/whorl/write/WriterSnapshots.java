package io.whorl.write;

import io.whorl.query.LivePart;
import io.whorl.query.Origin;
import io.whorl.query.SealedPart;
import io.whorl.query.Snapshot;
import io.whorl.query.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.util.List;

/** Where snapshots taken from a writer come from: the writer while it is open, then the files. */
record WriterSnapshots(LiveWriter writer, State state) implements Origin {
    static Snapshot of(LiveWriter writer) {
        return Snapshot.of(parts(writer));
    }

    private static SnapshotParts parts(LiveWriter writer) {
        Scheme scheme = writer.scheme();
        return writer.ledger().reading(state -> {
            List<SealedPart> sealed = state.sealed().stream().map(Sealed::part).toList();
            List<LivePart> live = state.tiers().stream()
                    .filter(t -> t.documents() > 0)
                    .map(Tier::part)
                    .toList();
            return new SnapshotParts(scheme, sealed, live, new WriterSnapshots(writer, state));
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
    public Snapshot refresh(Snapshot now) throws IOException {
        if (writer.isOpen()) {
            try {
                return writer.ledger().state() == state ? now : newer(now);
            } catch (IllegalStateException e) {
                if (writer.isOpen()) {
                    throw e;
                }
                // Closed since it was asked: the files say it now.
            }
        }
        return Snapshot.open(writer.path());
    }

    private Snapshot newer(Snapshot now) {
        RefreshEvent event = new RefreshEvent();
        event.begin();
        Snapshot next = Snapshot.of(parts(writer), now);
        event.documents = next.documents();
        event.commit();
        return next;
    }
}
