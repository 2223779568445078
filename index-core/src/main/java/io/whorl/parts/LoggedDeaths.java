package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.OpenSegments;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/**
 * The documents that a log has deleted, carried over to the segments after a merge. The log does not need to be read
 * again: an id that it has deleted or replaced is dead in all segments that MANIFEST names.
 */
final class LoggedDeaths {
    private final List<SealedPart> to;
    private final List<LongArrayList> dead = new ArrayList<>();

    private LoggedDeaths(List<SealedPart> to) {
        this.to = to;
        to.forEach(part -> dead.add(new LongArrayList()));
    }

    /**
     * Returns the segments of the later state without the documents that the log has deleted.
     *
     * @param named the segments of the earlier state, with the documents that were deleted as of its MANIFEST
     * @param before the same segments, with the documents that are deleted as of the end of the log
     * @param to the segments of the later state, with the documents that are deleted as of its MANIFEST
     */
    static List<SealedPart> of(OpenSegments named, List<SealedPart> before, List<SealedPart> to) {
        LoggedDeaths deaths = new LoggedDeaths(to);
        for (int i = 0; i < before.size(); i++) {
            deaths.carry(
                    before.get(i).segment(),
                    named.entries().get(i).dead(),
                    before.get(i).dead());
        }
        return deaths.parts();
    }

    private void carry(Segment segment, DeadDocuments earlier, DeadDocuments later) {
        if (later.count() == earlier.count()) {
            return;
        }
        int kept = 0;
        while (kept < to.size() && to.get(kept).segment() != segment) {
            kept++;
        }
        for (long d = later.next(0); d >= 0; d = d + 1 < later.documents() ? later.next(d + 1) : -1) {
            if (earlier.contains(d)) {
                continue;
            }
            if (kept < to.size()) {
                dead.get(kept).addLong(d);
            } else {
                long ordinal = d;
                kill(segment.reading(() -> segment.documents().idBytes(ordinal)));
            }
        }
    }

    private void kill(byte[] id) {
        for (int i = 0; i < to.size(); i++) {
            SealedPart part = to.get(i);
            long ordinal =
                    part.segment().reading(() -> part.segment().documents().find(id));
            if (ordinal >= 0 && !part.dead().contains(ordinal)) {
                dead.get(i).addLong(ordinal);
                return;
            }
        }
    }

    private List<SealedPart> parts() {
        List<SealedPart> parts = new ArrayList<>();
        for (int i = 0; i < to.size(); i++) {
            parts.add(new SealedPart(
                    to.get(i).segment(),
                    to.get(i).dead().with(dead.get(i).toLongArray(), dead.get(i).size())));
        }
        return parts;
    }
}
