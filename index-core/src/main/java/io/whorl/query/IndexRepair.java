package io.whorl.query;

import io.whorl.WhorlException;
import io.whorl.store.IndexDirectory;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.store.SegmentCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Keeps what can be kept of a damaged index. A segment holds all there is to know of itself, so where MANIFEST is lost or
 * damaged, or names a segment that is, the newest whole segment in the directory becomes the index again. Removes nothing.
 */
public final class IndexRepair {
    private IndexRepair() {}

    /**
     * @return the segment that the index is made of now; nothing if none in the directory is whole, and then nothing was
     *     changed
     * @throws io.whorl.NotAnIndexException if the path is no directory
     * @throws io.whorl.IndexLockedException if a writer is at work there
     */
    public static Optional<String> repair(Path index) throws IOException {
        try (IndexDirectory directory = IndexDirectory.repair(index)) {
            for (String name : directory.segmentNames()) {
                Optional<Segment> whole = whole(index.resolve(name));
                if (whole.isPresent()) {
                    directory.name(whole.get().scheme(), List.of(SegmentFile.whole(name, whole.get().length())), 1, 0);
                    return Optional.of(name);
                }
            }
            return Optional.empty();
        }
    }

    private static Optional<Segment> whole(Path file) throws IOException {
        try {
            Segment segment = Segment.open(file);
            return SegmentCheck.problems(segment).isEmpty() ? Optional.of(segment) : Optional.empty();
        } catch (WhorlException e) {
            return Optional.empty();
        }
    }
}
