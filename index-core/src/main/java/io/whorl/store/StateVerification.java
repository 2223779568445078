package io.whorl.store;

import io.whorl.WhorlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Verifies a new state of an index, as a reader would, before it replaces the old one. */
final class StateVerification {
    private StateVerification() {}

    /** @throws IOException if a file of the state cannot be opened */
    static void requireSegments(Path index, Manifest manifest) throws IOException {
        try {
            for (SegmentFile segment : manifest.segments()) {
                IndexFiles.openDeaths(index, segment, IndexFiles.openSegment(index, manifest, segment));
            }
        } catch (WhorlException e) {
            throw unreadable(e);
        }
    }

    /** @throws IOException if the encoded MANIFEST would not be read back as the same state */
    static void requireManifest(Path index, byte[] encoded, Manifest manifest) throws IOException {
        Path file = index.resolve(ManifestFile.NAME);
        Manifest read;
        try {
            read = ManifestFile.decode(new String(encoded, StandardCharsets.UTF_8), file);
        } catch (WhorlException e) {
            throw unreadable(e);
        }
        if (!read.equals(manifest)) {
            throw new IOException(file + " cannot be encoded: its scheme contains text that is not valid Unicode, such"
                    + " as half of a surrogate pair");
        }
    }

    private static IOException unreadable(WhorlException e) {
        return new IOException("the new index could not be opened: " + e.getMessage(), e);
    }
}
