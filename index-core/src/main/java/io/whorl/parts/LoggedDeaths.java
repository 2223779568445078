package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.OpenSegments;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongArrayList;

/**
 * The documents that a log has deleted, carried over to the segments after a merge or seal, so that the log is not read
 * again. A document that the log has deleted or replaced is dead in an earlier segment, and no other earlier segment
 * has a live one of its id. Then the later segments have none either.
 */
final class LoggedDeaths {
    private final List<SealedPart> before;
    private final List<SealedPart> to;
    private final List<LongArrayList> dead = new ArrayList<>();

    private LoggedDeaths(List<SealedPart> before, List<SealedPart> to) {
        this.before = before;
        this.to = to;
        to.forEach(part -> dead.add(new LongArrayList()));
    }

    /**
     * Returns the segments of the later state without the documents that the log has deleted.
     *
     * @param named the segments of the earlier MANIFEST, with the documents that were deleted then
     * @param before the same segments, then those made from logs that the later state has in segments, with the
     *     documents that are deleted as of the end of the log
     * @param to the segments of the later state, with the documents that are deleted as of its MANIFEST
     */
    static List<SealedPart> of(OpenSegments named, List<SealedPart> before, List<SealedPart> to) {
        LoggedDeaths deaths = new LoggedDeaths(before, to);
        for (int i = 0; i < before.size(); i++) {
            DeadDocuments later = before.get(i).dead();
            DeadDocuments earlier =
                    i < named.entries().size() ? named.entries().get(i).dead() : DeadDocuments.none(later.documents());
            deaths.carry(before.get(i).segment(), earlier, later);
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
        for (int i = before.size() - 1; i >= 0; i--) {
            if (living(before.get(i), id) >= 0) {
                return;
            }
        }
        for (int i = to.size() - 1; i >= 0; i--) {
            long ordinal = living(to.get(i), id);
            if (ordinal >= 0) {
                dead.get(i).addLong(ordinal);
                return;
            }
        }
    }

    /** The ordinal of the live document of an id, or −1. */
    private static long living(SealedPart part, byte[] id) {
        long ordinal = part.segment().reading(() -> part.segment().documents().find(id));
        return ordinal >= 0 && !part.dead().contains(ordinal) ? ordinal : -1;
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
