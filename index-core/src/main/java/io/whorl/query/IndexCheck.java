package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.store.IndexFiles;
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
     * @throws io.whorl.UnsupportedFormatException if it is of a newer format
     */
    public static CheckReport check(Path index) throws IOException {
        try {
            return IndexFiles.readCurrent(index, manifest -> segment(index, manifest));
        } catch (CorruptIndexException e) {
            int files = e.file().endsWith("MANIFEST") ? 1 : 2;
            return new CheckReport(files, IndexFiles.bytes(index), List.of(e.getMessage()));
        }
    }

    private static CheckReport segment(Path index, Manifest manifest) throws IOException {
        return new CheckReport(2, IndexFiles.bytes(index),
                SegmentCheck.problems(IndexFiles.openSegment(index, manifest, manifest.segments().get(0))));
    }
}
