package io.whorl.parts;

import io.whorl.parts.LoggedTier.LogMemory;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a snapshot. An id is live in one part at most.
 *
 * @param scheme the scheme of every part, with its selection written out in full
 * @param sealed sealed segments
 * @param live views of live tiers
 * @param origin where the parts come from
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

    /**
     * The parts of an index as its files are now, without a writer; the caller holds them.
     *
     * @param index its directory
     */
    public static SnapshotParts ofFiles(Path index) throws IOException {
        return DirectorySource.open(index, LogMemory.OF_PROCESS, Optional.empty());
    }

    /** Live documents of all parts. */
    public long documents() {
        return sealed.stream().mapToLong(SealedPart::documents).sum()
                + live.stream().mapToLong(LivePart::documents).sum();
    }
}
