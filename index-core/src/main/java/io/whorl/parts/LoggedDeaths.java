package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.OpenSegments;
import java.util.ArrayList;
import java.util.List;

/**
 * The documents that a log has deleted, carried over to the segments after a merge or seal, so that the log is not read
 * again. A document that the log has deleted or replaced is dead in an earlier part, and no other earlier part has a
 * live one of its id. Then the later segments have none either.
 */
final class LoggedDeaths {
    private final List<Part> before;
    private final List<SealedPart> to;
    private final PartDeaths deaths;

    private LoggedDeaths(List<Part> before, List<SealedPart> to) {
        this.before = before;
        this.to = to;
        deaths = new PartDeaths(to);
    }

    /**
     * Returns the segments of the later state without the documents that the log has deleted.
     *
     * @param named the segments of the earlier MANIFEST, with the documents that were deleted then
     * @param before the same segments, then the parts made from logs that the later state has in segments, with the
     *     documents that are deleted as of the end of the log
     * @param to the segments of the later state, with the documents that are deleted as of its MANIFEST
     */
    static List<SealedPart> of(OpenSegments named, List<Part> before, List<SealedPart> to) {
        LoggedDeaths deaths = new LoggedDeaths(before, to);
        for (int i = 0; i < before.size(); i++) {
            DeadDocuments later = before.get(i).dead();
            DeadDocuments earlier =
                    i < named.entries().size() ? named.entries().get(i).dead() : DeadDocuments.none(later.documents());
            deaths.carry(before.get(i), earlier, later);
        }
        return deaths.parts();
    }

    private void carry(Part part, DeadDocuments earlier, DeadDocuments later) {
        if (later.count() == earlier.count()) {
            return;
        }
        int kept = 0;
        while (kept < to.size() && !to.get(kept).isOf(part)) {
            kept++;
        }
        for (long d = later.next(0); d >= 0; d = d + 1 < later.documents() ? later.next(d + 1) : -1) {
            if (earlier.contains(d)) {
                continue;
            }
            if (kept < to.size()) {
                deaths.kill(kept, d);
            } else {
                byte[] id = part.id(d);
                if (before.stream().allMatch(p -> p.living(id) < 0)) {
                    deaths.kill(id);
                }
            }
        }
    }

    private List<SealedPart> parts() {
        List<SealedPart> parts = new ArrayList<>();
        for (int i = 0; i < to.size(); i++) {
            parts.add((SealedPart) deaths.part(i));
        }
        return parts;
    }
}
