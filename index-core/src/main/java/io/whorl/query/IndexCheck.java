package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
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
            Manifest manifest = IndexFiles.readManifest(index);
            while (true) {
                CheckReport report = new StateCheck(index, manifest).run();
                Manifest now = IndexFiles.readManifest(index);
                if (report.problems().isEmpty() || now.equals(manifest)) {
                    return report;
                }
                // A writer has removed meanwhile what was looked for.
                manifest = now;
            }
        } catch (CorruptIndexException e) {
            return new CheckReport(1, IndexFiles.bytes(index), List.of(e.getMessage()));
        }
    }
}
