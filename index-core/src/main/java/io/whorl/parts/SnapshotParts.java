package io.whorl.parts;

import io.whorl.scheme.Scheme;
import java.util.List;

/**
 * What a snapshot is made of. An id is alive in one part at the most.
 *
 * @param scheme of every part, its selection written out in full
 * @param sealed segments
 * @param live views of live tiers
 * @param origin where all this comes from
 */
public record SnapshotParts(Scheme scheme, List<SealedPart> sealed, List<LivePart> live, SnapshotSource origin) {
    public SnapshotParts {
        sealed = List.copyOf(sealed);
        live = List.copyOf(live);
        for (SealedPart part : sealed) {
            if (!part.segment().scheme().equals(scheme)) {
                throw new IllegalArgumentException(
                        "scheme is not that of " + part.segment().file());
            }
        }
    }

    /** Live documents of all parts. */
    public long documents() {
        return sealed.stream().mapToLong(SealedPart::documents).sum()
                + live.stream().mapToLong(LivePart::documents).sum();
    }
}
