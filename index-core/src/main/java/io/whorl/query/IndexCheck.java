package io.whorl.query;

import io.whorl.WhorlException;
import io.whorl.store.IndexDirectory;
import io.whorl.store.Manifest;
import io.whorl.store.SegmentCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Verifies a whole index, every byte of it. Thread-safe; the index may be in use. */
public final class IndexCheck {
    private IndexCheck() {}

    /**
     * @return what was looked at, and each problem found with its place; after a report without problems, every answer
     *     from the index is right
     * @throws io.whorl.NotAnIndexException if there is no index
     */
    public static CheckReport check(Path index) throws IOException {
        Manifest manifest;
        try {
            manifest = IndexDirectory.readManifest(index);
        } catch (io.whorl.CorruptIndexException e) {
            return new CheckReport(1, IndexDirectory.bytes(index), List.of(e.getMessage()));
        }
        try {
            return new CheckReport(2, IndexDirectory.bytes(index),
                    SegmentCheck.problems(IndexDirectory.openSegment(index, manifest)));
        } catch (WhorlException e) {
            return new CheckReport(2, IndexDirectory.bytes(index), List.of(e.getMessage()));
        }
    }
}
