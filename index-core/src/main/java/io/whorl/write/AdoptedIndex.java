package io.whorl.write;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.shard.SegmentSet;
import io.whorl.store.IndexDirectory;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a new index of a segment set. Until its MANIFEST is renamed into place, the path does not look like an index.
 */
final class AdoptedIndex {
    /** As in a bulk build, which is one commit. */
    private static final long FIRST_COMMIT = 1;

    private AdoptedIndex() {}

    static AdoptReport create(Path index, Path segmentSet, AdoptOptions options) throws IOException {
        SegmentSet set = ShardIntake.read(segmentSet);
        // Fail before any file is made if the scheme cannot be used, for example because its plug-in is missing.
        Fingerprinter.of(set.scheme());
        try (IndexDirectory directory = IndexDirectory.create(index, false)) {
            try {
                return create(directory, segmentSet, set, options);
            } catch (IOException | RuntimeException e) {
                try {
                    directory.abandon();
                } catch (IOException also) {
                    e.addSuppressed(also);
                }
                throw e;
            }
        }
    }

    private static AdoptReport create(IndexDirectory directory, Path segmentSet, SegmentSet set, AdoptOptions options)
            throws IOException {
        ShardIntake intake = ShardIntake.copy(directory, segmentSet, set, options, () -> {});
        try {
            Adoption adoption = new Adoption(List.of(), intake, options.repeatedIds());
            List<SegmentFile> files = new ArrayList<>();
            for (SealedSegment segment : adoption.segments()) {
                files.add(directory.writeDeadDocuments(segment.file(), segment.dead()));
            }
            directory.replace(set.scheme(), ShardIntake.stored(set), files, FIRST_COMMIT);
            return adoption.report(FIRST_COMMIT);
        } finally {
            intake.release();
        }
    }
}
